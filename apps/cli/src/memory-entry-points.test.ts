import { isRecord } from "@precept/core";
import { ruleHostOf } from "@precept/mcp";
import { propertyRuns } from "@precept/testing";
import { rememberRule } from "@precept/workspace";
import { expect, it } from "vitest";
import { createProject } from "../test/precept-in.ts";
import { startTestServer } from "../../server/test/test-server.ts";
import { openProject } from "../../../packages/mcp/test/workspace.ts";

/** A text to remember, and what is special about it. */
interface Write {
  readonly content: string;
  readonly authority?: "absolute";
  readonly inclusion?: "always";
  readonly userId?: string;
}

/** `code` of the error, or what was saved. */
type Outcome = string;

/** A way to add rules: its function, in a new project with the rules of {@link known}. */
interface EntryPoint {
  readonly name: string;
  readonly author: "person" | "agent";
  readonly open: () => Promise<(write: Write) => Promise<Outcome>>;
}

const known = "Store amounts in cents, never as floats.";
const config = { ".precept/config.yaml": "store: { sqlite: true }\n" };
const secret = `Deploy with ghp_${"a1B2c3D4e5F6".repeat(3)}.`;

const entryPoints: readonly EntryPoint[] = [
  {
    name: "precept remember",
    author: "person",
    async open() {
      const { precept } = await createProject(config);
      const write = async ({ content, authority, inclusion, userId }: Write): Promise<Outcome> => {
        const options = Object.entries({ authority, inclusion, user: userId, ...(userId !== undefined && { scope: "user" }) });
        const args = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
        const { out, err } = await precept(["remember", "--json", ...args, "--", content]);
        const answer: unknown = JSON.parse(out === "" ? err : out);
        const { error, rule, duplicate } = answer as Answer;
        return error?.code ?? (duplicate === true ? "known" : stateOf(rule));
      };
      await write({ content: known });
      return write;
    },
  },
  {
    name: "REST",
    author: "person",
    async open() {
      const { request } = await startTestServer(
        { "shop/.precept/config.yaml": "store: { sqlite: true }\n" },
        { limits: { concurrencyPerClient: Infinity, concurrency: Infinity } },
      );
      let count = 0;
      const write = async ({ content, userId, ...fields }: Write): Promise<Outcome> => {
        count += 1;
        const owner = userId === undefined ? { scope: "project" } : { scope: "user", user_id: userId };
        const body = { name: `rule-${count}`, description: "Text.", content, inclusion: "relevant", ...owner, ...fields };
        const answer = (await request("/rules", { body })).body as { code?: string } & NonNullable<Answer["rule"]>;
        return answer.code === "RULE_KNOWN" ? "known" : (answer.code ?? stateOf(answer));
      };
      await write({ content: known });
      return write;
    },
  },
  {
    name: "MCP",
    author: "agent",
    async open() {
      const { workspace } = await openProject(config);
      await personWrites(workspace);
      return async ({ userId, authority, ...fields }) => {
        const host = ruleHostOf(workspace, { tenant: { userId }, scopes: ["project", "user"] });
        const rule = {
          ...fields,
          ...(authority !== undefined && { authority }),
          scope: userId === undefined ? "project" : "user",
        };
        return outcomeOf(host.writer?.add(rule as never));
      };
    },
  },
  {
    name: "a program",
    author: "agent",
    async open() {
      const { workspace } = await openProject(config);
      await personWrites(workspace);
      return async ({ userId, ...fields }) =>
        outcomeOf(
          workspace.withStores({ userId }, async (stores) => {
            const rule = { ...fields, scope: userId === undefined ? ("project" as const) : ("user" as const) };
            const saved = await rememberRule({ workspace, tenant: { userId }, stores }, rule, { author: "agent" });
            return { ...saved, rule: saved.stored.rule };
          }),
        );
    },
  },
];

interface Answer {
  readonly error?: { readonly code: string };
  readonly duplicate?: boolean;
  readonly rule?: { readonly pending: boolean; readonly inclusion: string; readonly store: string };
}

function stateOf(rule: Answer["rule"]): Outcome {
  return `${rule?.pending === true ? "pending" : "active"}, ${rule?.inclusion}, ${rule?.store}`;
}

async function personWrites(workspace: Awaited<ReturnType<typeof openProject>>["workspace"]): Promise<void> {
  const rule = { content: known, scope: "project", inclusion: "relevant" } as const;
  await workspace.withStores({}, (stores) => rememberRule({ workspace, tenant: {}, stores }, rule, { author: "person" }));
}

async function outcomeOf(
  saving: Promise<{ readonly outcome: string; readonly rule: Parameters<typeof stateOfRule>[0] }> | undefined,
): Promise<Outcome> {
  try {
    const saved = await saving;
    return saved?.outcome === "known" ? "known" : stateOfRule(saved?.rule);
  } catch (error) {
    return isRecord(error) || error instanceof Error ? String((error as { code?: unknown }).code) : "?";
  }
}

function stateOfRule(
  rule: { readonly pending: boolean; readonly inclusion: string; readonly origin: { store: string } } | undefined,
) {
  return stateOf(rule && { ...rule, store: rule.origin.store });
}

/** The outcome of each write by its author. */
const writes: readonly (readonly [string, Write, { readonly person: Outcome; readonly agent: Outcome }])[] = [
  ["the same text", { content: known }, { person: "known", agent: "known" }],
  [
    "the same text in other case and spaces",
    { content: ` STORE amounts\n in cents,  never as floats. ` },
    { person: "known", agent: "known" },
  ],
  [
    "nearly the same text",
    { content: "Store all amounts in cents, never as floats." },
    { person: "RULE_SIMILAR", agent: "RULE_SIMILAR" },
  ],
  ["a contradiction", { content: "Store amounts as floats." }, { person: "RULE_SIMILAR", agent: "RULE_SIMILAR" }],
  [
    "absolute authority",
    { content: "Never delete audit logs.", authority: "absolute" },
    { person: "active, relevant, sqlite", agent: "RULE_NEEDS_PERSON" },
  ],
  [
    "a rule that always applies",
    { content: "Answer in German.", inclusion: "always" },
    { person: "active, always, sqlite", agent: "pending, always, sqlite" },
  ],
  ["a text that is too long", { content: "Long. ".repeat(20_000) }, { person: "RULE_INVALID", agent: "RULE_INVALID" }],
  ["a secret", { content: secret }, { person: "RULE_HAS_SECRET", agent: "RULE_HAS_SECRET" }],
  [
    "the text of a rule of another user",
    { content: "Use tabs.", userId: "bob" },
    { person: "active, relevant, sqlite", agent: "pending, relevant, sqlite" },
  ],
];

it.each(entryPoints)("$name has the outcome of each write", async ({ author, open }) => {
  const write = await open();
  await write({ content: "Use tabs.", userId: "ada" });
  const outcomes: Record<string, Outcome> = {};
  for (const [name, one] of writes) outcomes[name] = await write(one);
  expect(outcomes).toEqual(Object.fromEntries(writes.map(([name, , expected]) => [name, expected[author]])));
});

it.each(entryPoints.filter(({ name }) => name !== "precept remember"))(
  "$name saves each of many texts once if they are written at the same time, each of them twice",
  async ({ author, open }) => {
    const write = await open();
    const half = propertyRuns({ sample: 20, full: 500 });
    const texts = Array.from({ length: 2 * half }, (_, at) => `Topic${at % half} belongs to team${(at % half) * 7}.`);
    const outcomes = await Promise.all(texts.map((content) => write({ content })));
    const saved = author === "person" ? "active, relevant, sqlite" : "pending, relevant, sqlite";
    expect(Object.groupBy(outcomes, (one) => one)).toMatchObject({ [saved]: { length: half }, known: { length: half } });
  },
);
