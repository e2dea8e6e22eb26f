import { expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/project.ts";
import type { TenantStores } from "./find-stored-rule.ts";
import { addRule } from "./add-rule.ts";

async function openTarget(): Promise<TenantStores> {
  const { open } = await createProject({ ".precept/rules/style.md": nativeRule("style") });
  const workspace = await open();
  return { workspace, tenant: {}, stores: workspace.stores };
}

it("stores a rule in a file, which applies to the files of its globs", async () => {
  const target = await openTarget();
  const { rule } = await addRule(target, {
    name: "dates",
    description: "Dates",
    content: "Use UTC.",
    scope: "project",
    globs: ["*.ts"],
  });
  expect(rule).toMatchObject({ inclusion: "fileMatch", origin: { store: "fs", path: ".precept/rules/dates.md" } });
  expect((await target.workspace.resolve({ files: ["a.ts"] })).applied.map((one) => one.rule.name).toSorted()).toEqual([
    "dates",
    "style",
  ]);
});

it("adds a rule to a session only", async () => {
  const target = await openTarget();
  const added = { name: "plan", content: "x", scope: "session" } as const;
  const { rule } = await addRule(target, added, { session: "s1" });
  expect(rule).toMatchObject({ inclusion: "always", origin: { session: "s1" } });
  await addRule(target, added, { session: "s2" });
  await expect(addRule(target, added, { session: "s1" })).rejects.toMatchObject({ code: "RULE_EXISTS" });
  const { workspace } = target;
  const find = async (session?: string | null) =>
    (await workspace.search({ text: "plan" }, { session })).hits.map(({ stored }) => stored.rule.origin.session);
  expect(await find("s1")).toEqual(["s1"]);
  expect(await find(null)).toEqual([]);
  expect(new Set(await find())).toEqual(new Set(["s1", "s2"]));
});

it.each([
  ["a name that no prompt can refer to", { name: "a b", scope: "project" }, "RULE_NAME_INVALID"],
  ["a name with a path", { name: "../a", scope: "project" }, "RULE_NAME_INVALID"],
  ["a name that is taken", { name: "style", scope: "project" }, "RULE_EXISTS"],
  ["a scope that no store has", { name: "x", scope: "user" }, "SCOPE_UNSUPPORTED"],
] as const)("refuses %s", async (_, named, code) => {
  await expect(addRule(await openTarget(), { ...named, description: "x", content: "x" })).rejects.toMatchObject({ code });
});
