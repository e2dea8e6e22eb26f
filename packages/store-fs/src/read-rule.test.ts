import { join } from "node:path";
import { expect, it } from "vitest";
import { readRuleFile } from "./read-rule.ts";
import { cursor, precept } from "@precept/mdc-compat";
import { createProject, describeDiagnostic } from "@precept/testing";

const always = "---\nalwaysApply: true\n---\n\nBody\n";

it("reads one file as a project rule, by its relative or absolute path", async () => {
  const project = await createProject({ "drafts/style.mdc": always });
  const relative = await readRuleFile("drafts/style.mdc", cursor, project.dir);
  expect(relative).toMatchObject({
    rule: {
      id: "project:drafts/style.mdc",
      name: "style",
      scope: "project",
      inclusion: "always",
      origin: { store: "fs", dialect: "cursor", root: "drafts", path: "drafts/style.mdc", label: true },
    },
    diagnostics: [],
  });
  expect(await readRuleFile(join(project.dir, "drafts/style.mdc"), cursor, project.dir)).toEqual(relative);
});

it("shows a file outside the project by its absolute path", async () => {
  const project = await createProject();
  const other = await createProject({ "style.mdc": always });
  const { rule } = await readRuleFile(join(other.dir, "style.mdc"), cursor, project.dir);
  expect(rule?.origin).toMatchObject({ root: other.dir, path: `${other.dir}/style.mdc` });
});

it("returns diagnostics and no rule for an invalid file", async () => {
  const project = await createProject({ "style.md": "---\nname: style\n---\n\nBody\n" });
  const { rule, diagnostics } = await readRuleFile("style.md", precept, project.dir);
  expect(rule).toBeUndefined();
  expect(diagnostics.map(describeDiagnostic)).toEqual(["rule/field-missing style.md:1:1"]);
});

it("reports a missing file", async () => {
  const project = await createProject();
  expect(await readRuleFile("none.mdc", cursor, project.dir)).toEqual({
    diagnostics: [
      {
        code: "file/unreadable",
        severity: "error",
        message: "The file cannot be read: it does not exist.",
        hint: "Check its permissions.",
        file: "none.mdc",
        incomplete: true,
      },
    ],
  });
});

it.skipIf(process.platform === "win32")("reports a directory or a pipe without waiting for it", async () => {
  const project = await createProject();
  await project.makeDirectory("folder.mdc");
  project.makePipe("pipe.mdc");
  for (const path of ["folder.mdc", "pipe.mdc"]) {
    const { rule, diagnostics } = await readRuleFile(path, cursor, project.dir);
    expect([rule, diagnostics.map(describeDiagnostic)]).toEqual([undefined, [`file/not-regular ${path}`]]);
  }
});
