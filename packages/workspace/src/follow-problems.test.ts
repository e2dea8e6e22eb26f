import { expect, it, onTestFinished, vi } from "vitest";
import { createProject, nativeRule } from "../test/project.ts";
import { followProblems } from "./follow-problems.ts";

it("reports what is wrong, and after each change only what is new", async () => {
  const { open, write } = await createProject({
    ".precept/config.yaml": "policies: { starters: all }\n",
    ".precept/rules/a.md": nativeRule("a"),
  });
  const workspace = await open({ watch: true });
  const reported: string[][] = [];
  const end = await followProblems(workspace, (problems) => reported.push(problems.map(({ code }) => code)));
  onTestFinished(end);
  // It is a problem of the configuration and of the policies.
  expect(reported).toEqual([["config/invalid-value"]]);
  await write(".precept/rules/b.md", "---\nname: [\n---\nText.\n");
  await vi.waitFor(() => expect(reported.slice(1)).toEqual([["front-matter/yaml"]]), 30_000);
  await write(".precept/policies/own.yaml", "id: OWN\n");
  await vi.waitFor(() => expect(reported.slice(2).flat()).toContainEqual(expect.stringMatching(/^policy\//)), 30_000);
  expect(reported.flat().filter((code) => code === "config/invalid-value")).toHaveLength(1);
});

it("reports nothing about a project without problems", async () => {
  const { open } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
  const onProblems = vi.fn<(problems: unknown) => void>();
  (await followProblems(await open(), onProblems))();
  expect(onProblems).not.toHaveBeenCalled();
});
