import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RuleCodec } from "@precept/core";
import { describe, expect, it, vi } from "vitest";
import { findRoots, type RootLocation } from "./find-roots.ts";
import type { FsRoot } from "./options.ts";
import { createProject } from "@precept/testing";
import { listAll, loadAll, openStore } from "../test/rules-of.ts";
import { mdc } from "@precept/mdc-compat";

/** A codec for files that are only text, like AGENTS.md. */
const plain: RuleCodec = {
  ...mdc,
  id: "plain",
  extensions: [".md"],
  imports: true,
  parse: (file) => ({ ...mdc.parse(file), diagnostics: [] }),
};

const agents: FsRoot = { dir: ".", files: ["AGENTS.override.md", "AGENTS.md"], firstOnly: true, codec: plain };
const claude: FsRoot = { dir: ".", files: ["CLAUDE.md", "CLAUDE.local.md"], codec: plain };

describe("single files as rules", () => {
  it("are read by name, and no other file is", async () => {
    const { dir } = await createProject({
      "CLAUDE.md": "A\n",
      "CLAUDE.local.md": "B\n",
      "README.md": "C\n",
      "docs/CLAUDE.md": "D\n",
    });
    const { ids, rules, reported } = await loadAll({ projectDir: dir, roots: [claude] });
    expect(ids).toEqual(["project:CLAUDE.local.md", "project:CLAUDE.md"]);
    expect(rules[0]?.origin).toMatchObject({ root: ".", path: "CLAUDE.local.md", imports: true });
    expect(reported).toEqual([]);
  });

  it("can all be missing", async () => {
    const { dir } = await createProject();
    expect(await loadAll({ projectDir: dir, roots: [claude, agents] })).toMatchObject({ ids: [], reported: [] });
  });

  it("replace each other if only the first one is read", async () => {
    const { dir } = await createProject({ "AGENTS.md": "A\n" });
    expect((await loadAll({ projectDir: dir, roots: [agents] })).ids).toEqual(["project:AGENTS.md"]);
    await writeFile(join(dir, "AGENTS.override.md"), "B\n");
    expect((await loadAll({ projectDir: dir, roots: [agents] })).ids).toEqual(["project:AGENTS.override.md"]);
  });

  it("are read once if one is a link to another, and links are followed inside the project only", async () => {
    const project = await createProject({ "AGENTS.md": "A\n", "docs/rules.md": "B\n" });
    const { dir } = project;
    await project.link("CLAUDE.md", "AGENTS.md");
    await project.link("CLAUDE.local.md", "docs/rules.md");
    const first = await loadAll({ projectDir: dir, roots: [claude, agents] });
    expect(first).toMatchObject({ ids: ["project:AGENTS.md", "project:CLAUDE.local.md"], reported: [] });
    await rm(join(dir, "CLAUDE.local.md"));
    await symlink("/etc/hostname", join(dir, "CLAUDE.local.md"));
    const second = await loadAll({ projectDir: dir, roots: [claude, agents] });
    expect(second).toMatchObject({ ids: ["project:AGENTS.md"], reported: ["file/link-escapes CLAUDE.local.md"] });
  });

  it("are read as links too where the file that they lead to applies to fewer directories", async () => {
    const project = await createProject({ "web/GEMINI.md": "A\n", "CLAUDE.md": "B\n" });
    await project.link("GEMINI.md", "web/GEMINI.md");
    await project.link("web/CLAUDE.md", "../CLAUDE.md");
    const roots: FsRoot[] = ["", "web"].map((dir) => ({
      dir,
      files: ["CLAUDE.md", "GEMINI.md"],
      codec: plain,
      base: dir,
      optional: true,
    }));
    const { ids } = await loadAll({ projectDir: project.dir, roots });
    expect(ids).toEqual(["project:CLAUDE.md", "project:GEMINI.md", "project:web/GEMINI.md"]);
  });

  it("are noticed when they are created, change, are replaced and are deleted", async () => {
    const { dir } = await createProject();
    const store = openStore({ projectDir: dir, roots: [agents, claude], watch: true });
    const texts = async () => (await listAll(store)).map(({ rule }) => `${rule.id} ${rule.content}`);
    expect(await texts()).toEqual([]);
    const settles = (expected: string[]) =>
      vi.waitFor(async () => expect(await texts()).toEqual(expected), { timeout: 10_000, interval: 20 });
    await writeFile(join(dir, "AGENTS.md"), "one");
    await settles(["project:AGENTS.md one"]);
    await writeFile(join(dir, "AGENTS.md"), "two");
    await settles(["project:AGENTS.md two"]);
    await writeFile(join(dir, "README.md"), "no rule");
    await writeFile(join(dir, "AGENTS.override.md"), "three");
    await settles(["project:AGENTS.override.md three"]);
    await rename(join(dir, "AGENTS.override.md"), join(dir, "CLAUDE.md"));
    await settles(["project:AGENTS.md two", "project:CLAUDE.md three"]);
    await rm(join(dir, "AGENTS.md"));
    await settles(["project:CLAUDE.md three"]);
  });

  it("that are skipped are not rules in any root", async () => {
    const { dir } = await createProject({ "CLAUDE.md": "A\n", ".cursor/rules/a.mdc": "B\n", ".cursor/rules/b.mdc": "C\n" });
    const roots: FsRoot[] = [claude, { dir: ".cursor/rules", codec: mdc }];
    const skips = (file: string): boolean => file === "CLAUDE.md" || file === ".cursor/rules/a.mdc";
    expect((await loadAll({ projectDir: dir, roots, skips })).ids).toEqual(["project:.cursor/rules/b.mdc"]);
  });
});

describe("the roots of single files", () => {
  const locations: RootLocation[] = [
    { dir: "", files: ["AGENTS.md"], codec: plain, nested: true },
    { dir: ".github", files: ["copilot-instructions.md"], codec: plain },
    { dir: "", files: ["rules.md"], codec: plain, nested: true, requires: ".continue" },
    { dir: ".junie", files: ["guidelines.md"], codec: plain, unless: ["never", "web/AGENTS.md"] },
    { dir: ".clinerules", codec: plain },
    { dir: "", files: [".clinerules"], codec: plain },
  ];

  it("govern their directory if their tool reads them there", async () => {
    const project = await createProject({
      "AGENTS.md": "",
      "web/AGENTS.md": "",
      "web/.github/copilot-instructions.md": "",
      ".github/copilot-instructions.md": "",
      "web/rules.md": "",
      ".junie/guidelines.md": "",
      ".clinerules": "",
    });
    const { dir } = project;
    const found = async () => (await findRoots(dir, locations)).roots.map((root) => [root.dir, root.files?.join(), root.base]);
    const expected = [
      [".", "AGENTS.md", undefined],
      [".github", "copilot-instructions.md", undefined],
      [".", ".clinerules", undefined],
      ["web", "AGENTS.md", "web"],
    ];
    expect(await found()).toEqual(expected);
    await project.makeDirectory(".continue");
    expect(await found()).toEqual([...expected, ["web", "rules.md", "web"]]);
    await rm(join(dir, "web/AGENTS.md"));
    expect(await found()).toContainEqual([".junie", "guidelines.md", undefined]);
  });

  it("distinguish a file from a directory of the same name", async () => {
    const { dir } = await createProject({ ".clinerules/a.md": "" });
    await mkdir(join(dir, "x"));
    const { roots } = await findRoots(dir, locations);
    const { ids, reported } = await loadAll({ projectDir: dir, roots });
    expect({ ids, reported }).toEqual({ ids: ["project:.clinerules/a.md"], reported: [] });
  });
});
