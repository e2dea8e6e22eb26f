import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import { createRule } from "../model/create-rule.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { isVisibleTo, type Tenant } from "../model/tenant.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { createRulebook } from "./rulebook.ts";

/** Ids that are easily confused: case, prefixes, wildcards, normal forms, white space, separators, the empty text. */
const confusable = ["p1", "P1", "p10", "p", "%", "_1", "p1 ", "p1\0", "é", "e\u0301", "", "null", '["p1"]'];
const anyId = fc.option(fc.constantFrom(...confusable), { nil: undefined });
const anyTenant: fc.Arbitrary<Tenant> = fc.record({ projectId: anyId, userId: anyId });

const anyRule = fc
  .record({
    owner: anyTenant,
    name: fc.constantFrom("a", "b", "c"),
    scope: fc.constantFrom("global", "user", "project"),
    inclusion: fc.constantFrom("always", "manual", "relevant", "fileMatch"),
    authority: fc.constantFrom("absolute", "default"),
    enabled: fc.boolean(),
    overlay: fc.boolean(),
    replaces: fc.subarray(["r0", "r1", "r2", "r3", "r4", "r5"], { maxLength: 2 }),
  })
  .map(
    ({ owner: { projectId, userId }, overlay, ...fields }) =>
      (id: string) =>
        createRule({
          id,
          ...fields,
          globs: fields.inclusion === "fileMatch" ? ["**"] : [],
          content: `Text of ${id}`,
          origin: { store: "memory", ...(overlay && { overlay }) },
          ...(projectId !== undefined && { projectId }),
          ...(userId !== undefined && { userId }),
        }),
  );

const anyRules = fc.array(anyRule, { maxLength: 8 }).map((build) => build.map((create, at) => create(`r${at}`)));

/** Everything that an answer says, as text. */
function textOf(resolution: Resolution): string {
  return JSON.stringify({ ...resolution, skipped: resolution.skipped, diagnostics: resolution.diagnostics });
}

async function answersFor(rules: readonly Rule[], { projectId, userId }: Tenant): Promise<readonly string[]> {
  // Without checks, as a remote store could have it: the rules of a cycle are listed too.
  await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
  const traces: unknown[] = [];
  rulebook.on("ruleDebug", ({ trace }) => traces.push({ ...trace, requestId: "" }));
  const request = { include: ["b", "r1", "nothing"], files: ["a.ts"], prompt: "use @c" };
  const tenant = { projectId, userId };
  const resolution = await rulebook.resolve({
    ...request,
    ...(projectId !== undefined && { project: projectId }),
    ...(userId !== undefined && { user: userId }),
  });
  const listed = await rulebook.list({ tenant });
  const active = await rulebook.list({ tenant, status: ["active"] });
  const found = await rulebook.search({ text: "text of r1 or r3", filter: { tenant }, limit: 2 });
  const { hits, ...page } = found;
  const searched = hits.map(({ stored, ...hit }) => ({ ...hit, rule: stored.rule }));
  const missing = await rulebook.get("r7", { tenant }).catch((error: unknown) => JSON.stringify(error));
  const named = await rulebook.find("r1", { tenant });
  return [
    JSON.stringify(named),
    textOf(resolution),
    JSON.stringify(traces),
    JSON.stringify(listed),
    JSON.stringify(active),
    JSON.stringify([searched, page]),
    JSON.stringify(missing),
  ];
}

describe("an answer for a tenant", () => {
  it("is the same with and without the rules of other tenants, with everything that comes with it", async () => {
    await fc.assert(
      fc.asyncProperty(anyRules, anyTenant, async (rules, tenant) => {
        const visible = rules.filter((rule) => isVisibleTo(rule, tenant));
        expect(await answersFor(rules, tenant)).toEqual(await answersFor(visible, tenant));
      }),
      { numRuns: 500 },
    );
  });

  it("includes every rule that belongs to no project and no user", async () => {
    await fc.assert(
      fc.asyncProperty(anyRules, anyTenant, async (rules, tenant) => {
        await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
        const ids = new Set((await rulebook.list({ tenant })).map(({ id }) => id));
        for (const rule of rules) expect(ids.has(rule.id)).toBe(isVisibleTo(rule, tenant));
      }),
      { numRuns: 200 },
    );
  });

  it("follows every change, for several tenants, even if they are dropped and read again", async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant("save" as const), at: fc.nat(7), rule: anyRule }),
      fc.record({ kind: fc.constant("delete" as const), at: fc.nat(7) }),
    );
    await fc.assert(
      fc.asyncProperty(
        anyRules,
        fc.array(anyTenant, { minLength: 1, maxLength: 3 }),
        fc.array(change, { maxLength: 12 }),
        fc.constantFrom(0, 25, 100_000),
        async (rules, tenants, changes, maxRules) => {
          const store = createMemoryStore({ rules });
          await using rulebook = createRulebook({ stores: [store], maxRules });
          for (const { at, ...write } of changes) {
            const id = `r${at}`;
            if (write.kind === "delete") await store.delete(id);
            else await store.save(write.rule(id), { upsert: true }).catch(() => undefined);
            for (const tenant of tenants) {
              const expected: Rule[] = [];
              for await (const stored of store.list({ filter: { tenant } })) expected.push(stored.rule);
              const listed = await rulebook.list({ tenant });
              expect(listed.map((rule) => rule.id).toSorted()).toEqual(expected.map((rule) => rule.id));
              expect(new Map(listed.map((rule) => [rule.id, rule]))).toEqual(new Map(expected.map((rule) => [rule.id, rule])));
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("events for a tenant", () => {
  it("are about its own requests and the rules that it sees", async () => {
    const store = createMemoryStore();
    await using rulebook = createRulebook({ stores: [store] });
    const seen: string[] = [];
    const tenant = { projectId: "p1" };
    const stop = rulebook.subscribe(({ saved, deleted }) => seen.push(...namesOf(saved), ...deleted), { tenant });
    rulebook.on("rulesApplied", ({ resolution }) => seen.push(resolution.requestId), { tenant });
    await rulebook.resolve({ id: "own", project: "p1" });
    await rulebook.resolve({ id: "foreign", project: "p10" });
    await store.save(buildRule({ id: "1", name: "own", projectId: "p1" }));
    await store.save(buildRule({ id: "2", name: "foreign", projectId: "p10" }));
    await store.save(buildRule({ id: "3", name: "shared" }));
    await store.save(buildRule({ id: "1", name: "moved away", projectId: "p10" }), { upsert: true });
    stop();
    await store.delete("3");
    expect(seen).toEqual(["own", "own", "shared", "1"]);
  });
});

it("lists the rules of all tenants only if asked", async () => {
  const rules = [buildRule({ name: "shared" }), buildRule({ name: "theirs", projectId: "p" })];
  await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
  expect(namesOf(await rulebook.list())).toEqual(["shared"]);
  expect(namesOf(await rulebook.list({ projectId: "p" }))).toEqual(["shared", "theirs"]);
  expect(namesOf(await rulebook.listAll())).toEqual(["shared", "theirs"]);
});
