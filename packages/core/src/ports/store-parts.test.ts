import { expect, it } from "vitest";
import { buildRule } from "../../test/rules.ts";
import { revisionsToPrune } from "./store-parts.ts";

const revisions = ["4", "3", "2", "1"].map((revision) => ({
  revision,
  rule: buildRule(),
  at: `2026-01-0${revision}T00:00:00.000Z`,
  deleted: false,
}));

it.each([
  [{}, []],
  [{ maxRevisions: 4 }, []],
  [{ maxRevisions: 3 }, ["1"]],
  [{ maxRevisions: 1 }, ["3", "2", "1"]],
  [{ maxRevisions: 0 }, ["3", "2", "1"]],
  [{ replacedBefore: "2026-01-03T00:00:00.000Z" }, ["1"]],
  [{ replacedBefore: "2026-01-09T00:00:00.000Z" }, ["3", "2", "1"]],
  [{ maxRevisions: 3, replacedBefore: "2026-01-04T00:00:00.000Z" }, ["2", "1"]],
])("prunes with %j the revisions %j", (options, pruned) => {
  expect([...revisionsToPrune(revisions, options)]).toEqual(pruned);
});
