import type { RuleFilter } from "@precept/core";
import { expect, it } from "vitest";
import { openStore } from "../test/open.ts";
import { buildRule, idsOf } from "../test/rules.ts";

it("a rule of one project supersedes a rule for all projects only for that project", async () => {
  const store = openStore();
  await store.save(buildRule({ id: "g" }));
  await store.save(buildRule({ id: "of-b", projectId: "b", replaces: ["g"] }));
  const activeFor = (filter: RuleFilter) => idsOf(store, { filter: { ...filter, status: ["active"] } });
  const supersededFor = (filter: RuleFilter) => idsOf(store, { filter: { ...filter, status: ["superseded"] } });
  for (const others of [{ tenant: {} }, { tenant: { projectId: "a" } }, { projectId: "a" }]) {
    expect(await activeFor(others)).toEqual(["g"]);
    expect(await supersededFor(others)).toEqual([]);
  }
  for (const itself of [{ tenant: { projectId: "b" } }, { tenant: { projectId: "b", userId: "ann" } }, { projectId: "b" }]) {
    expect(await activeFor(itself)).toEqual(["of-b"]);
    expect(await supersededFor(itself)).toEqual(["g"]);
  }
  // Without a tenant, the status is for the tenants that see the rule, most of which do not see the other one.
  expect(await activeFor({})).toEqual(["g", "of-b"]);
});
