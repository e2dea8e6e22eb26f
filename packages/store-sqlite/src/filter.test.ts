import { createMemoryStore, inclusions, scopes, statuses, type RuleFilter, type Tenant } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildListQuery } from "./filter.ts";
import { migrate } from "./migrate.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule, idsOf } from "../test/rules.ts";

function planOf(filter: RuleFilter): readonly string[] {
  const path = databasePath();
  const driver = openDriver(path);
  migrate(driver, { path, store: "test", readOnly: false });
  const { sql, values } = buildListQuery(filter, "behind", 10);
  return (driver.all(`EXPLAIN QUERY PLAN ${sql}`, ...values) as readonly { detail: string }[]).map(({ detail }) => detail);
}

/** A value for each field of a filter, and the expected index. */
const byIndex: { readonly [Field in keyof RuleFilter]-?: readonly [value: NonNullable<RuleFilter[Field]>, search: string] } = {
  scope: ["user", "r USING INDEX rules_by_scope (scope=? AND id>?)"],
  inclusion: ["manual", "r USING INDEX rules_by_inclusion (inclusion=? AND id>?)"],
  name: ["style", "r USING INDEX rules_by_name (name=? AND id>?)"],
  enabled: [true, "r USING INDEX rules_by_enabled (enabled=? AND id>?)"],
  status: [["superseded"], "e USING PRIMARY KEY (value>?)"],
  category: ["agent", "r USING INDEX rules_by_category (category=? AND id>?)"],
  authority: ["absolute", "r USING INDEX rules_by_authority (authority=? AND id>?)"],
  projectId: ["shop", "r USING INDEX rules_by_project (project_id=? AND id>?)"],
  userId: ["ann", "r USING INDEX rules_by_user (user_id=? AND id>?)"],
  tenant: [{ projectId: "shop", userId: "ann" }, "r USING INDEX rules_by_owner (project_id=? AND user_id=? AND id>?)"],
  owner: [{ projectId: "shop" }, "r USING INDEX rules_by_owner (project_id=? AND user_id=? AND id>?)"],
  target: ["claude", "l USING COVERING INDEX rule_targets_by_value (value=? AND rule_id>?)"],
  context: ["chat", "l USING COVERING INDEX rule_contexts_by_value (value=? AND rule_id>?)"],
  tags: [["a:1"], "l USING PRIMARY KEY (value=? AND rule_id>?)"],
};

const fields = Object.keys(byIndex) as (keyof RuleFilter)[];

/** A plan without full scans and sorting. */
const costly = /\bSCAN (?!CONSTANT)|TEMP B-TREE/;

function filterOf(...some: readonly (keyof RuleFilter)[]): RuleFilter {
  return Object.fromEntries(some.map((field) => [field, byIndex[field][0]]));
}

describe("a listing reads the rules after its cursor in order", () => {
  it("by id if all rules are listed", () => {
    expect(planOf({})).toEqual(["SEARCH r USING PRIMARY KEY (id>?)", "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)"]);
  });

  it.each(fields)("by an index for %s", (field) => {
    const plan = planOf(filterOf(field));
    expect(plan).toContain(`SEARCH ${byIndex[field][1]}`);
    expect(plan.filter((step) => costly.test(step))).toEqual([]);
  });

  it("by the same index if a filter has several fields, regardless of SQLite's estimates", () => {
    const inTurn = [
      "owner",
      "name",
      "tenant",
      "tags",
      "userId",
      "projectId",
      "status",
      "context",
      "target",
      "category",
      "scope",
      "inclusion",
    ] as const;
    const others = { enabled: true, authority: "absolute" } as const;
    for (const [at, field] of inTurn.entries()) {
      expect(planOf({ ...filterOf(...inTurn.slice(at)), ...others })).toContain(`SEARCH ${byIndex[field][1]}`);
      expect(planOf({ ...filterOf(...inTurn.slice(at)), ...others }).join()).not.toMatch(/rules_by_(?:enabled|authority)/);
    }
  });

  it("by the status last, if most rules have it", () => {
    expect(planOf({ status: ["active", "pending"], category: "agent" })).toContain(`SEARCH ${byIndex.category[1]}`);
    expect(planOf({ status: ["pending"], category: "agent" })).toContain(
      "SEARCH r USING INDEX rules_by_pending (pending=? AND id>?)",
    );
  });

  it.each([
    ["active", "r USING INDEX rules_by_enabled (enabled=? AND id>?)"],
    ["disabled", "r USING INDEX rules_by_enabled (enabled=? AND id>?)"],
    ["pending", "r USING INDEX rules_by_pending (pending=? AND id>?)"],
  ] as const)("by an index for the status %s", (status, search) => {
    const plan = planOf({ status: [status] });
    expect(plan).toContain(`SEARCH ${search}`);
    expect(plan.filter((step) => costly.test(step))).toEqual([]);
  });

  it("by an index for any two fields, all fields and all statuses", () => {
    const pairs = fields.flatMap((one) => fields.map((other) => filterOf(one, other)));
    for (const filter of [...pairs, filterOf(...fields), { status: statuses }, { status: [] }, { tags: ["a", "b"] }]) {
      expect(planOf(filter).filter((step) => costly.test(step))).toEqual([]);
    }
  });
});

it("accepts a filter with thousands of tags, with or without duplicates", async () => {
  const store = openStore();
  const tags = Array.from({ length: 5000 }, (_, at) => `t:${at}`);
  await store.save(buildRule({ id: "all", tags }));
  await store.save(buildRule({ id: "most", tags: tags.slice(1) }));
  expect(await idsOf(store, { filter: { tags: [...tags, ...tags] } })).toEqual(["all"]);
  expect(await idsOf(store, { filter: { tags: tags.slice(1) } })).toEqual(["all", "most"]);
  for (let count = 1; count < 1000; count += propertyRuns({ sample: 37, full: 1 })) {
    expect(await idsOf(store, { filter: { tags: tags.slice(0, count) } })).toEqual(["all"]);
  }
});

const word = fc.constantFrom("a", "b", "c");
const words = fc.array(word, { maxLength: 2 });

const anyInput = fc.record(
  {
    name: word,
    scope: fc.constantFrom(...scopes),
    inclusion: fc.constantFrom(...inclusions),
    enabled: fc.boolean(),
    pending: fc.boolean(),
    category: fc.constantFrom("preference" as const, "behavior" as const, "agent" as const),
    authority: fc.constantFrom("absolute" as const, "default" as const),
    projectId: fc.constantFrom("a", "b", ""),
    userId: fc.constantFrom("a", "b", ""),
    targets: words,
    contexts: words,
    tags: words,
    // Only earlier rules, so that there is no cycle, and some unknown ids.
    replaces: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
  },
  { requiredKeys: ["name"] },
);

const anyTenant: fc.Arbitrary<Tenant> = fc.record(
  { projectId: fc.constantFrom("a", "b", "", "\ud800"), userId: fc.constantFrom("a", "b", "", "\ud800") },
  { requiredKeys: [] },
);

const anyFilter: fc.Arbitrary<RuleFilter> = fc.record(
  {
    name: word,
    scope: fc.constantFrom(...scopes),
    enabled: fc.boolean(),
    status: fc.subarray([...statuses]),
    category: fc.constantFrom("preference" as const, "behavior" as const, "agent" as const),
    authority: fc.constantFrom("absolute" as const, "default" as const),
    projectId: fc.constantFrom("a", "b", "", "\ud800"),
    userId: fc.constantFrom("a", "b", "", "\ud800"),
    tenant: anyTenant,
    owner: anyTenant,
    target: fc.constantFrom("a", "b", "c", "\ud800"),
    context: fc.constantFrom("a", "b", "c", "\ud800"),
    tags: words,
  },
  { requiredKeys: [] },
);

it("lists the same as the memory store for any rules, filter, limit and cursor", async () => {
  const store = openStore();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyInput, { maxLength: 14 }),
      fc.array(anyFilter, { minLength: 1, maxLength: 8 }),
      fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
      fc.option(fc.constantFrom("r03", "r05x", "z"), { nil: undefined }),
      async (inputs, filters, limit, cursor) => {
        const idAt = (position: number) => `r${String(position).padStart(2, "0")}`;
        const rules = inputs.map(({ replaces = [], ...input }, position) =>
          buildRule({ ...input, id: idAt(position), replaces: replaces.map((back) => idAt(position - back)) }),
        );
        const old = await idsOf(store);
        await store.apply([
          ...old.map((id) => ({ kind: "delete" as const, id })),
          ...rules.map((rule) => ({ kind: "save" as const, rule })),
        ]);
        const memory = createMemoryStore({ rules });
        for (const filter of filters) {
          const options = { filter, ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
          expect(await idsOf(store, options)).toEqual(await idsOf(memory, options));
        }
      },
    ),
  );
});
