import { createProject, type Project } from "@precept/testing";
import { expect, it } from "vitest";
import { openLazyWorkspace } from "./open-lazy-workspace.ts";

const rule = (name: string, checks: string) =>
  `---\nname: ${name}\ndescription: About ${name}\ninclusion: always\nchecks:\n  - ${checks}\n---\n\nText.\n`;

/** The names of the checks that a hook knows. A hook that resolves rules reads them. */
async function checksIn({ dir }: Project, request: "resolve" | "none"): Promise<readonly string[]> {
  await using workspace = await openLazyWorkspace(dir, { home: `${dir}/home`, discover: true });
  if (request === "resolve") await workspace.resolve({ prompt: "go" });
  return (await workspace.ruleChecks()).map(({ id }) => id.replace(/\.check-.*/, ""));
}

it("a hook knows the checks of rules without reading rules, as of the last hook that read them", async () => {
  const project = await createProject({ ".precept/rules/a.md": rule("a", "match: { pattern: x }") });
  expect(await checksIn(project, "none")).toEqual(["a"]);
  await project.write(".precept/rules/b.md", rule("b", "match: { pattern: y }"));
  expect(await checksIn(project, "none")).toEqual(["a"]);
  expect(await checksIn(project, "resolve")).toEqual(["a", "b"]);
  await project.write(".precept/rules/a.md", rule("a", "SOME-POLICY"));
  expect(await checksIn(project, "resolve")).toEqual(["b"]);
  expect(await checksIn(project, "none")).toEqual(["b"]);
});

it("what is remembered is checked like the checks of a rule, and a damaged file is written again", async () => {
  const project = await createProject({ ".precept/rules/a.md": rule("a", "match: { pattern: x }") });
  await checksIn(project, "none");
  await project.write(
    ".precept/state/rule-checks.json",
    '{"rules":[{"id":"x","name":"x","checks":[{"match":7}],"path":null},{}]}',
  );
  expect(await checksIn(project, "none")).toEqual([]);
  await project.write(".precept/state/rule-checks.json", "{");
  expect(await checksIn(project, "none")).toEqual(["a"]);
});
