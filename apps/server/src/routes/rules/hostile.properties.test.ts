import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { WrittenRule } from "@precept/contract";
import { createRule } from "@precept/core";
import { anyCodePoint, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { startTestServer } from "../../../test/test-server.ts";

const token = "ada:editor";
const start = () =>
  startTestServer({ "shop/.precept/config.yaml": "store: { sqlite: true }\n" }, { authenticator: principalInToken });

const text = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom(
    "../../etc/passwd",
    "a/b",
    "a\0b",
    "---\nname: x\n---",
    "\uD800",
    "%2e%2e%2f",
    "__proto__",
    "'; DROP TABLE rules; --",
    "con",
    " ",
  ),
);

const anything = fc.oneof(text, fc.jsonValue(), fc.array(text, { maxLength: 3 }));

const names = fc.oneof(
  { arbitrary: text, weight: 1 },
  { arbitrary: fc.stringMatching(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,20}$/u), weight: 4 },
);

it("**Property** answers any new rule with 201, or says what is wrong", async () => {
  const { request, project } = await start();
  const optional = fc.record(
    {
      file_match_pattern: text,
      tags: fc.array(text, { maxLength: 3 }),
      contexts: fc.array(text, { maxLength: 3 }),
      conditions: fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
      metadata: fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
      replaces: fc.array(text, { maxLength: 2 }),
      priority: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 100 }), weight: 5 }, { arbitrary: fc.double(), weight: 1 }),
    },
    { requiredKeys: [] },
  );
  const kind = fc.oneof(
    fc.record({ scope: fc.constantFrom("user", "project"), store: fc.constantFrom("fs", "sqlite") }),
    fc.record({ scope: fc.constant("session"), session_id: text }),
    fc.constant({}),
    fc.record({ scope: anything }),
  );
  const body = fc
    .tuple(fc.record({ name: names, description: text, content: text }), kind, optional)
    .map(([required, location, more]) => ({ ...required, ...location, ...more }));
  let created = 0;
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await request("/rules", { token, body: sent });
      expect([201, 400, 404, 409]).toContain(answer.status);
      if (answer.status !== 201) return;
      created += 1;
      const { position: _, ...rule } = answer.body as WrittenRule;
      expect(rule.name).toBe(sent.name);
      const found = await request(answer.headers.get("location") ?? "", { token });
      expect(found.body).toEqual(rule);
      expect(rule.description).toBe(sent.description);
    }),
    { numRuns: propertyRuns({ sample: 100, full: 300 }) },
  );
  expect(created).toBeGreaterThan(10);
  expect(await readdir(project.dir)).toEqual(["home", "shop"]);
  expect(await readdir(join(project.dir, "shop"))).toEqual([".keep", ".precept"]);
});

it("**Property** answers any change with 200, or says what is wrong", async () => {
  const { request } = await start();
  for (const store of ["fs", "sqlite"]) {
    const body = { name: `money-${store}`, description: "D.", content: `C. ${store}`, scope: "project", store };
    await request("/rules", { token, body });
  }
  const field = fc.constantFrom(
    "description",
    "content",
    "inclusion",
    "globs",
    "file_match_pattern",
    "priority",
    "category",
    "tags",
    "conditions",
    "metadata",
    "reason",
    "name",
    "id",
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("fs", "sqlite"), fc.dictionary(field, anything, { maxKeys: 3 }), async (store, body) => {
      const before = (await request(`/rules/money-${store}`, { token })).body;
      const answer = await request(`/rules/money-${store}?scope=project`, { token, method: "PUT", body });
      expect([200, 400]).toContain(answer.status);
      const after = (await request(`/rules/money-${store}`, { token })).body;
      const { position: _, ...changed } = answer.body as WrittenRule;
      expect(after).toEqual(answer.status === 200 ? changed : before);
    }),
    { numRuns: propertyRuns({ sample: 100, full: 300 }) },
  );
});

it(
  "**Property** answers any path of a rule with 404 or 405, and any filter with a list or 400",
  { timeout: 120_000 },
  async () => {
    const { request } = await start();
    await fc.assert(
      fc.asyncProperty(text, text, async (name, value) => {
        const path = `/rules/${name.isWellFormed() && name !== "" ? encodeURIComponent(name) : "%E0%A4%A"}`;
        for (const method of ["GET", "DELETE"]) expect([404, 405]).toContain((await request(path, { token, method })).status);
        expect([404, 405]).toContain((await request(path, { token, method: "PUT", body: { priority: 1 } })).status);
        expect((await request(`/memory${path}/history`, { token })).status).toBe(404);
        expect((await request(`/memory${path}/restore`, { token, body: { version: 1 } })).status).toBe(404);
        const query = new URLSearchParams({ name: value, tag: name, context: value, file: value });
        expect([200, 400]).toContain((await request(`/rules?${query.toString()}`, { token })).status);
        expect([200, 400]).toContain((await request("/rules/search", { token, body: { text: value, name } })).status);
        expect((await request("/rules/validate", { token, body: { content: value } })).status).toBe(200);
      }),
      { numRuns: propertyRuns({ sample: 100, full: 200 }) },
    );
  },
);

it("**Property** finds every rule by its name and its id, whatever they contain", async () => {
  const { request, workspace } = await start();
  const taken = new Set(["conflicts", "search", "validate", "reload"]);
  // URLs have no segments "." and "..", encoded or not.
  const part = text.filter((one) => one.isWellFormed() && one !== "" && !/^\.{1,2}$/.test(one));
  let found = 0;
  await fc.assert(
    fc.asyncProperty(part, part, async (id, name) => {
      if (taken.has(id) || taken.has(name) || id === name) return;
      taken.add(id).add(name);
      await workspace.withStores({}, async (stores) => {
        await stores.find((store) => store.id === "sqlite")?.save(createRule({ id, name, content: "Text." }));
      });
      for (const reference of [id, name]) {
        const { status, body } = await request(`/rules/${encodeURIComponent(reference)}`, { token });
        expect([status, body]).toMatchObject([200, { id, name }]);
      }
      found += 1;
    }),
    { numRuns: propertyRuns({ sample: 100, full: 200 }) },
  );
  expect(found).toBeGreaterThan(50);
});
