import { passesFilter, type Rule, type RuleFilter, type RuleStore, type StoreEvent } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesSince } from "./changes.ts";
import type { Driver } from "./driver.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore, openWithDriver } from "../test/open.ts";
import { buildRule, change, collect } from "../test/rules.ts";

describe("changes since a position", () => {
  it("contain each changed rule once, in its current state", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "gone" }));
    const token = await store.etag();
    await store.save(buildRule({ id: "a" }));
    const a = await change(store, "a", { content: "two" });
    await store.delete("gone");
    await store.save(buildRule({ id: "unseen" }));
    await store.delete("unseen");
    expect(await store.changesSince(token)).toEqual({
      kind: "changed",
      after: token,
      token: await store.etag(),
      saved: [a],
      deleted: ["gone"],
    });
  });

  it("contain a rule as deleted if it passed the filter at that position, and no longer does", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "moved", projectId: "a" }));
    await store.save(buildRule({ id: "never", projectId: "b" }));
    const start = await store.etag();
    await change(store, "moved", { projectId: "b" });
    const moved = await store.etag();
    await store.delete("never");
    await store.delete("moved");
    const filter: RuleFilter = { tenant: { projectId: "a" } };
    expect(await store.changesSince(start, { filter })).toMatchObject({ saved: [], deleted: ["moved"] });
    expect(await store.changesSince(moved, { filter })).toMatchObject({ saved: [], deleted: [] });
  });

  it("are read by indexes: the revisions since the position, and the last earlier revision of each changed rule", async () => {
    const { store, driver } = openWithDriver({ path: databasePath() });
    const start = await store.etag();
    await store.save(buildRule({ id: "a" }));
    const plans: string[] = [];
    const explaining: Driver = {
      ...driver(),
      all: (sql, ...values) => {
        const steps = driver().all(`EXPLAIN QUERY PLAN ${sql}`, ...values) as readonly { readonly detail: string }[];
        plans.push(...steps.map(({ detail }) => detail));
        return driver().all(sql, ...values);
      },
    };
    changesSince(explaining, start, "sqlite", { tenant: { projectId: "a" } });
    expect(plans.filter((step) => step.startsWith("SEARCH"))).toEqual([
      "SEARCH revisions USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
      "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH b USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
      "SEARCH o USING COVERING INDEX revisions_by_rule (rule_id=? AND revision<?)",
    ]);
    // Allowed scans: the table with one row, and results of other steps.
    expect(plans.filter((step) => step.startsWith("SCAN"))).toEqual(["SCAN l", "SCAN f", "SCAN c LEFT-JOIN"]);
  });
});

const words = fc.constantFrom("a", "b");
const input = fc.record(
  { projectId: words, userId: words, tags: fc.array(words, { maxLength: 2 }), enabled: fc.boolean() },
  { requiredKeys: [] },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("save" as const), id: fc.constantFrom("1", "2", "3", "4"), input, by: fc.nat(1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), id: fc.constantFrom("1", "2", "3", "4"), by: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("prune" as const), maxRevisions: fc.integer({ min: 1, max: 3 }), by: fc.nat(1) }),
  },
);
const tenant = fc.record({ projectId: words, userId: words }, { requiredKeys: [] });
const filters: fc.Arbitrary<RuleFilter> = fc.record(
  { tenant, owner: tenant, projectId: words, tags: fc.array(words, { maxLength: 1 }), enabled: fc.boolean() },
  { requiredKeys: [] },
);

/** The rules that pass a filter, by id, from a complete listing. */
async function rulesOf(store: RuleStore, filter: RuleFilter): Promise<ReadonlyMap<string, Rule>> {
  const all = (await collect(store.list())).map(({ rule }) => rule);
  return new Map(all.filter((rule) => passesFilter(rule, filter)).map((rule) => [rule.id, rule]));
}

/** Applies an event to a copy of the rules. Fails for a deletion of an unknown rule. */
function apply(copy: Map<string, Rule>, event: StoreEvent): void {
  if (event.kind !== "changed") return;
  for (const { rule } of event.saved) copy.set(rule.id, rule);
  for (const id of event.deleted) expect(copy.delete(id)).toBe(true);
}

it("leads from the rules at any earlier position to the current ones, for any filter, with writes of two connections and pruning", async () => {
  const path = databasePath();
  const stores = [openStore({ path, durability: "normal" }), openStore({ path, durability: "normal" })] as const;
  const [store] = stores;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), filters, async (steps, filter) => {
      const earlier = [{ token: await store.etag(), rules: await rulesOf(store, filter) }];
      const copy = new Map(earlier[0]?.rules);
      let resets = 0;
      const unsubscribe = store.subscribe(
        (event) => {
          apply(copy, event);
          if (event.kind === "reset") resets += 1;
        },
        { filter },
      );
      for (const one of steps) {
        const by = stores[one.by] ?? store;
        if (one.kind === "save") await by.save(buildRule({ id: one.id, ...one.input }), { upsert: true });
        else if (one.kind === "delete") await by.delete(one.id);
        else await by.pruneHistory({ maxRevisions: one.maxRevisions });
        earlier.push({ token: await store.etag(), rules: await rulesOf(store, filter) });
      }
      await store.reload();
      unsubscribe();
      const now = await rulesOf(store, filter);
      const hasPruned = steps.some(({ kind }) => kind === "prune");
      expect(resets === 0 || hasPruned).toBe(true);
      expect(resets === 0 ? copy : now).toEqual(now);
      for (const { token, rules } of earlier) {
        const changes = await store.changesSince(token, { filter });
        expect(changes.token).toBe(await store.etag());
        const caughtUp = new Map(rules);
        apply(caughtUp, changes);
        expect(changes.kind === "changed" || hasPruned).toBe(true);
        expect(changes.kind === "changed" ? caughtUp : now).toEqual(now);
      }
    }),
    { numRuns: propertyRuns({ sample: 60, full: 150 }) },
  );
  expect(openDriver(path).all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});
