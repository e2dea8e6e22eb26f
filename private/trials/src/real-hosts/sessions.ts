import { readNewestSessions, rulesHeldAt, type SessionRecords } from "@precept/evidence";
import type { AnsweredRequest, Scripts } from "./script.ts";

const ruleNames = ["always", "money", "review"] as const;
type RuleName = (typeof ruleNames)[number];

/** A text that nothing but the rule has. */
const textOf = (name: RuleName): string => `RULE-TEXT-OF-${name}`;

const rule = (name: RuleName, head: string): string =>
  `---\nname: ${name}\ndescription: About ${name}.\n${head}\n---\n\n${textOf(name)}\n`;

export const sessionFiles: Readonly<Record<string, string>> = {
  ".precept/rules/always.md": rule(
    "always",
    "inclusion: always\nchecks: [{ match: { pattern: echo one, context_filter: { subject: command } } }]",
  ),
  ".precept/rules/money.md": rule("money", "inclusion: fileMatch\nglobs: [src/cart/**]"),
  ".precept/rules/review.md": rule("review", "inclusion: manual"),
  "readme.txt": "hello\n",
  "src/cart/total.ts": "export {};\n",
};

const say = (text: string) => ({ step: { kind: "say", text } }) as const;
const run = (command: string) => ({ step: { kind: "run", command } }) as const;

/** A session with a rule of a prompt, a rule of a file, a subagent, a resume and a compaction. */
export const sessionScripts: Scripts = {
  main: {
    "SCRIPT-first": [
      { step: { kind: "write", file: "src/cart/sum.ts", text: "export const sum = 1;\n" } },
      { step: { kind: "delegate", prompt: "SCRIPT-look: Read the total." } },
      { step: { kind: "await" } },
      say("First done."),
    ],
    "SCRIPT-resumed": [run("echo one"), say("Resumed.")],
    "SCRIPT-compacted": [
      { step: { kind: "read", file: "readme.txt" }, fills: true },
      run("echo two"),
      run("echo three"),
      say("Done."),
    ],
  },
  subagent: { "SCRIPT-look": [{ step: { kind: "read", file: "src/cart/total.ts" } }, say("Looked.")] },
};

export const firstPrompt = "SCRIPT-first: Change the cart, see #review.";
export const resumedPrompt = "SCRIPT-resumed: Continue.";
export const compactedPrompt = "SCRIPT-compacted: Continue.";

function receivedIn({ text }: AnsweredRequest): readonly string[] {
  return ruleNames.filter((name) => text.includes(textOf(name)));
}

/** What a session's records say, compared with what the model server received. */
export interface Comparison {
  /** How many requests were compared. */
  readonly requests: number;
  /** A rule that the records say the agent has, and that the request lacks. */
  readonly missing: readonly string[];
  /** A rule that the request has, and that the records say the agent lacks. */
  readonly unrecorded: readonly string[];
  /** A rule that the last request of the agent lacks, though the task needs it. */
  readonly lost: readonly string[];
}

/** Compares the rules that an agent had by the records with those in each request of the log, which is the judge. */
export function compareDeliveries(root: string, log: readonly AnsweredRequest[]): Comparison {
  const { sessions } = readNewestSessions(root, 10);
  const own = log.filter(({ sender }) => sender !== "host");
  const [missing, unrecorded]: [string[], string[]] = [[], []];
  for (const [at, request] of own.entries()) {
    const held = heldAt(sessions, request);
    const received = receivedIn(request);
    const where = `request ${at + 1} (${request.sender}, ${request.mark})`;
    missing.push(...held.filter((name) => !received.includes(name)).map((name) => `${where}: ${name}`));
    unrecorded.push(...received.filter((name) => !held.includes(name)).map((name) => `${where}: ${name}`));
  }
  const last = own.findLast(({ sender }) => sender === "main");
  const received = last === undefined ? [] : receivedIn(last);
  return { requests: own.length, missing, unrecorded, lost: ruleNames.filter((name) => !received.includes(name)) };
}

/** The rules of the main agent, or of the only subagent, at the time of a request. */
function heldAt(sessions: readonly SessionRecords[], { at, sender }: AnsweredRequest): readonly string[] {
  const time = new Date(at).toISOString();
  const main = sessions.find(
    ({ records }) => records.some((record) => record.kind === "turn" || record.kind === "receipt") && mentions(records, "review"),
  );
  const records = main?.records ?? [];
  if (sender === "main") return rulesHeldAt(records, time).map(({ rule: { name } }) => name);
  const subagent = records.find((record) => record.subagent !== null)?.subagent;
  return rulesHeldAt(records, time, subagent ?? null).map(({ rule: { name } }) => name);
}

function mentions(records: SessionRecords["records"], name: RuleName): boolean {
  return records.some((record) => record.kind === "receipt" && record.rules.some((one) => one.name === name));
}
