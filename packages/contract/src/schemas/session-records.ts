import { z } from "zod";
import { deliveryEvents, channels, sessionActions, sessionTurns } from "../values/session-records.ts";
import { scopes } from "../values/rules.ts";
import { count, objectOf, textOrNull, texts, type Wire } from "../wire-parts.ts";

const origin = {
  at: z.string().describe("When it happened, ISO 8601."),
  session: z.string().describe("The session of the agent."),
  agent: z.string().describe("The agent: `claude-code`, `cursor`, or a name that a program gives."),
  subagent: textOrNull.describe("The id of the subagent. Null for the main agent."),
};

const call = {
  tool: textOrNull.describe("The tool of the call, by the agent's own name."),
  tool_use: textOrNull.describe("The id of the call."),
  files: texts.describe("The files, relative to the project."),
};

const rule = z.object({ id: z.string(), name: z.string(), scope: z.enum(scopes) });

/** A delivery of rules to an agent. It has no text of a prompt or a rule. */
const receipt = objectOf("Receipt", "A delivery of rules to an agent.", {
  kind: z.literal("receipt"),
  ...origin,
  channel: z.enum(channels),
  event: z.enum(deliveryEvents),
  ...call,
  prompt_sha256: textOrNull.describe("The first 16 hexadecimal digits of the digest of the prompt."),
  request_id: textOrNull,
  rules: z
    .array(
      rule.extend({
        version: count,
        sha256: z.string().describe("The first 16 hexadecimal digits of the digest of the delivered text."),
        reason: z.string().describe("Why the rule applies."),
        files: texts.describe("The files that its globs match."),
        tokens: count,
        cut: z.boolean().describe("Whether the budget cut its text."),
      }),
    )
    .describe("The rules whose texts were delivered, in their order."),
  left_out: z
    .array(rule.extend({ reason: z.string(), tokens: count }))
    .describe("Rules that apply and whose texts were not delivered, with the reasons."),
  listed: texts.describe("The names of the listed rules, for which the agent can ask."),
  memory: z.boolean().describe("Whether the files that the agent boots from were delivered with the rules."),
  characters: count.describe("The length of the delivered text, in UTF-16 code units."),
});

const fileTouch = objectOf("FileTouch", "A tool reads or changes files.", {
  kind: z.literal("file"),
  ...origin,
  ...call,
  changes: z.boolean().describe("Whether the tool changes the files."),
  stage: z.enum(["before", "after"]).describe("Whether the tool is about to run, or has run."),
});

const action = objectOf("SessionAction", "A command or an answer of the agent. It has no text.", {
  kind: z.literal("action"),
  ...origin,
  ...call,
  action: z.enum(sessionActions),
  stage: fileTouch.shape.stage,
  sha256: z.string().describe("The first 16 hexadecimal digits of the digest of the command or answer."),
});

const decision = objectOf("SessionDecision", "What policies decided about an action of the agent.", {
  kind: z.literal("decision"),
  ...origin,
  ...call,
  verdict: z.enum(["none", "deny", "ask", "replace"]),
  policies: z.array(z.object({ id: z.string(), action: z.string(), shadow: z.boolean() })),
});

const turn = objectOf("SessionTurn", "What happened to the session itself.", {
  kind: z.literal("turn"),
  ...origin,
  turn: z.enum(sessionTurns),
  parent: z.exactOptional(z.string()).describe("The session that a fork continues."),
});

/** A record of what happened in a session of an agent. */
export const sessionRecord = z.discriminatedUnion("kind", [receipt, fileTouch, action, decision, turn]);

export type Receipt = Wire<typeof receipt>;

export type FileTouch = Wire<typeof fileTouch>;

export type SessionAction = Wire<typeof action>;

export type SessionDecision = Wire<typeof decision>;

export type SessionTurnRecord = Wire<typeof turn>;

export type SessionRecord = Receipt | FileTouch | SessionAction | SessionDecision | SessionTurnRecord;
