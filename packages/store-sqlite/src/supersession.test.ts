import { expect, it } from "vitest";
import { openStore } from "./testing/open.ts";
import { buildRule, idsOf } from "./testing/rules.ts";

it("a rule of one project does not supersede a rule for other projects", async () => {
  const store = openStore();
  await store.save(buildRule({ id: "g" }));
  await store.save(buildRule({ id: "of-b", projectId: "b", replaces: ["g"] }));
  expect(await idsOf(store, { filter: { projectId: "a", status: ["active"] } })).toEqual(["g"]);
});
