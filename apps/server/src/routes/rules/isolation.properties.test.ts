import { bySize } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/config.yaml": "project: shop\nstore: { sqlite: true }\n",
  "shop/.precept/rules/style.md": ruleFile("style", [], "Words of the shop."),
  "home/rules/brief.md": ruleFile("brief", [], "Words of the machine."),
};

const names = ["style", "money", "brief", "words", "search"];

/** A rule that a user creates. */
const rule = fc.record({
  name: fc.constantFrom(...names),
  kind: fc.constantFrom(
    { scope: "user" },
    { scope: "user", store: "sqlite" },
    { scope: "session", session_id: "chat" },
    { scope: "session", session_id: "other" },
  ),
  content: fc.constantFrom("Words of the user.", "Some more words.", "Never use words.", "Always use words."),
  description: fc.constantFrom("Words.", "More."),
  inclusion: fc.constantFrom("always", "manual", "relevant"),
  priority: fc.integer({ min: 1, max: 100 }),
});

type NewRule = typeof rule extends fc.Arbitrary<infer Value> ? Value : never;

/** Creates rules for a user, unless their names are taken. @returns the ids of the new rules. */
async function create({ request }: TestServer, user: string, rules: readonly NewRule[]): Promise<readonly string[]> {
  const answers = [];
  for (const { kind, ...fields } of rules) {
    answers.push(await request("/rules", { token: `${user}:editor`, body: { ...fields, ...kind } }));
  }
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  return answers.filter(({ status }) => status === 201).map(({ body }) => (body as { id: string }).id);
}

/** Requests of a user to every route, some with the ids and names of another user's rules. */
function requestsFor(foreign: readonly string[]): readonly [path: string, request: TestRequest][] {
  const named = [...names, ...foreign].map(encodeURIComponent);
  return [
    ["/rules?limit=1000", {}],
    ["/rules?limit=1", {}],
    ["/rules?file=a.ts&limit=1000", {}],
    ["/rules/conflicts", {}],
    ["/rules/reload", { method: "POST" }],
    ["/rules/search", { body: { text: "words of the user", limit: 1000 } }],
    ["/rules/search", { body: { text: "more", limit: 1 } }],
    ["/rules/validate", { body: { content: "x" } }],
    ["/memory/usage?limit=1000", {}],
    ["/resolve", { body: { prompt: "@style words", session_id: "chat", debug: true, include: foreign } }],
    ["/resolve", { body: { prompt: "#money", session_id: "other", debug: true } }],
    ...named.flatMap((name): [string, TestRequest][] => [
      [`/rules/${name}`, {}],
      [`/rules/${name}?scope=user`, {}],
      [`/rules/${name}?scope=session`, {}],
      [`/memory/rules/${name}/history`, {}],
      [`/memory/rules/${name}/restore`, { body: { version: 1 } }],
    ]),
    ...foreign.map(encodeURIComponent).flatMap((id): [string, TestRequest][] => [
      [`/rules/${id}`, { method: "PUT", body: { content: "Mine now." } }],
      [`/rules/${id}`, { method: "DELETE" }],
    ]),
    ...names.flatMap((name): [string, TestRequest][] =>
      [{ scope: "user" }, { scope: "user", store: "sqlite" }, { scope: "session", session_id: "chat" }].map((kind) => [
        "/rules",
        { body: { name, description: "D.", content: "C.", ...kind } },
      ]),
    ),
    ["/rules?limit=1000", {}],
  ];
}

/**
 * The answer as text, without what differs between two servers that have the same rules: ids of requests, times,
 * directories, revision numbers and positions.
 */
function toComparable(server: TestServer, { status, body }: Awaited<ReturnType<TestServer["request"]>>): string {
  return `${status} ${JSON.stringify(body ?? null)}`
    .replaceAll(server.project.dir, "DIR")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/"revision":"\d+"/g, '"revision":"N"')
    .replaceAll(/"position":"[\w-]+"/g, '"position":"P"')
    .replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":"CURSOR"');
}

it("**Property** answers a user exactly as if the rules of other users did not exist", async () => {
  // The second server never hears of the other users.
  const shared = await startTestServer(files, { authenticator: principalInToken });
  const alone = await startTestServer(files, { authenticator: principalInToken });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 4 }), fc.array(rule, { minLength: 1, maxLength: 4 }), async (own, foreign) => {
      runs += 1;
      const [ada, bob] = [`ada-${runs}`, `bob-${runs}`];
      const ids = await create(shared, bob, foreign);
      for (const server of [shared, alone]) await create(server, ada, own);
      for (const [path, request] of requestsFor(ids)) {
        const token = `${ada}:editor`;
        const answer = toComparable(shared, await shared.request(path, { ...request, token }));
        expect(answer).not.toContain(path.includes("bob") || JSON.stringify(request).includes("bob") ? "Mine now" : bob);
        expect(answer).toBe(toComparable(alone, await alone.request(path, { ...request, token })));
      }
      expect((await shared.request("/rules?limit=1000", { token: `${bob}:editor` })).body).toMatchObject({
        total: ids.length + 2,
      });
    }),
    { numRuns: bySize({ sample: 5, full: 100 }) },
  );
});
