import { mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editSnapshot, openTestRepository } from "@precept/testing";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createProject as createFiles, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const rule = ".precept/rules/house.md";
const file = ".cursor/rules/house.mdc";

interface RememberedProject extends TestProject {
  /** Changes what is remembered of exports, and returns what it was. */
  readonly edit: (replace?: (text: string) => string) => Promise<string>;
  /** Forgets everything. */
  readonly forget: () => Promise<void>;
}

/** Creates a project that is remembered, although the program runs from its sources. */
async function createProject(files: Parameters<typeof createFiles>[0]): Promise<RememberedProject> {
  const { dir, precept } = await createFiles(files);
  const home = await mkdtemp(join(tmpdir(), "precept-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const snapshots = join(home, "cache/projects");
  return {
    dir,
    precept: (args, options = {}) => precept(args, { ...options, env: { PRECEPT_HOME: home, ...options.env } }),
    edit: (replace) => editSnapshot(snapshots, "export", replace),
    forget: () => rm(snapshots, { recursive: true, force: true }),
  };
}

beforeEach(() => {
  vi.stubGlobal("__PRECEPT_BUILD__", "test");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a project whose last export had nothing to do, so that its result is stored. */
async function createIdleExport(): Promise<
  RememberedProject & { readonly at: (path: string) => string; readonly again: () => Promise<string> }
> {
  const project = await createProject({ [rule]: nativeRule("house", {}, "Be kind."), ".precept/rules/b.md": nativeRule("b") });
  const again = async (): Promise<string> => (await project.precept(["export", "--to", "cursor"])).out;
  await again();
  expect(await again()).toBe("2 unchanged\n");
  expect(await project.edit()).toContain("2 unchanged");
  return { ...project, at: (path) => join(project.dir, path), again };
}

describe("an export after an export that had nothing to do", () => {
  it("prints the same without reading a rule", async () => {
    const { again, edit } = await createIdleExport();
    // Replaces the stored output, to prove that it is printed.
    await edit((text) => text.replace("2 unchanged", "remembered"));
    expect(await again()).toBe("remembered\n");
  });

  it.each<[string, (at: (path: string) => string) => Promise<unknown>, string]>([
    ["a rule changes", (at) => writeFile(at(rule), nativeRule("house", {}, "Be wise.")), "updated  .cursor/rules/house.mdc"],
    ["a rule is added", (at) => writeFile(at(".precept/rules/new.md"), nativeRule("new")), "created  .cursor/rules/new.mdc"],
    ["a rule is deleted", (at) => rm(at(rule)), "deleted  .cursor/rules/house.mdc"],
    ["a rule is renamed", (at) => rename(at(rule), at(".precept/rules/other.md")), "2 unchanged"],
    [
      "a written file changes",
      (at) => writeFile(at(file), "---\nalwaysApply: true\n---\n\nMine.\n"),
      "blocked  .cursor/rules/house.mdc",
    ],
    ["a written file is deleted", (at) => rm(at(file)), "created  .cursor/rules/house.mdc"],
    ["the ledger goes", (at) => rm(at(".precept/ledger.json")), "2 unchanged"],
    [
      "the configuration comes",
      (at) => writeFile(at(".precept/config.yaml"), "rules: { dialects: [cursor] }\n"),
      "deleted  .cursor/rules/b.mdc",
    ],
  ])("runs again when %s", async (_, change, expected) => {
    const { again, at } = await createIdleExport();
    await change(at);
    expect(await again()).toContain(expected);
  });

  it("notices a change that preserves the length and the date", async () => {
    const { again, at } = await createIdleExport();
    const before = await readFile(at(file), "utf8");
    await writeFile(at(file), before.replace("Be kind.", "Be dull."));
    await utimes(at(file), new Date(0), new Date(0));
    expect(await again()).toContain("blocked");
  });

  it("prints the same JSON without reading a rule", async () => {
    const { precept, edit, forget, again } = await createIdleExport();
    await forget();
    const json = async (...args: string[]): Promise<string> =>
      (await precept(["export", "--to", "cursor", "--json", ...args])).out;
    const expected = [await json(), await json("--check")];
    expect(expected[0]).not.toBe(expected[1]);
    await again();
    await edit((text) => text.replace(/\n1 \{/, '\n1 {"remembered":true,'));
    for (const args of [[], ["--check"]]) {
      const { remembered, ...rest } = JSON.parse(await json(...args)) as Record<string, unknown>;
      expect([remembered, rest]).toEqual([true, JSON.parse(expected[args.length] ?? "")]);
    }
  });

  it("runs again with other options", async () => {
    const { precept } = await createIdleExport();
    expect((await precept(["export", "--to", "cursor,kiro"])).out).toContain("created  .kiro/steering/b.md");
  });

  it("runs again for other kinds", async () => {
    const { precept } = await createProject({ [rule]: nativeRule("house"), ".precept/commands/fix.md": "Fix the issue.\n" });
    const ofRules = ["export", "--to", "cursor", "--kind", "rules"];
    await precept(ofRules);
    await precept(ofRules);
    expect((await precept(["export", "--to", "cursor"])).out).toContain("created  .cursor/commands/fix.md");
  });
});

describe("the first export after one that wrote files", () => {
  it("prints what an export without anything to do prints, without reading a rule", async () => {
    const { precept, edit, forget } = await createProject({ [rule]: nativeRule("house", {}, "Be kind.") });
    expect((await precept(["export", "--to", "cursor"])).out).toContain("created  .cursor/rules/house.mdc");
    const stored = await edit((text) => text.replace("1 unchanged", "remembered"));
    expect((await precept(["export", "--to", "cursor"])).out).toBe("remembered\n");
    await forget();
    expect((await precept(["export", "--to", "cursor"])).out).toBe("1 unchanged\n");
    const digestless = (text: string): string => text.replace(/"digest":"[^"]*"/, "");
    expect(digestless(await edit())).toBe(digestless(stored));
  });

  it("runs if the export was blocked or only checked", async () => {
    const { precept, edit } = await createProject({ [rule]: nativeRule("house"), [file]: "Mine.\n" });
    for (const args of [[], ["--check"]]) {
      expect((await precept(["export", "--to", "cursor", ...args])).code).toBe(1);
      expect(await edit()).toBe("");
    }
  });
});

describe("a stored export of rules for directories, with references, and of files that git can ignore", () => {
  type Change = (at: (path: string) => string) => Promise<unknown>;

  async function createStored(): Promise<
    RememberedProject & { readonly at: (path: string) => string; readonly again: () => Promise<string> }
  > {
    const project = await createProject({
      ".precept/rules/api.md": nativeRule("api", { inclusion: "fileMatch", globs: "src/api/**" }, "Return JSON."),
      ".precept/rules/web.md": nativeRule("web", { inclusion: "fileMatch", globs: "src/web/**" }, "Use buttons."),
      ".precept/rules/guide.md": nativeRule("guide", {}, "Read #[[file:docs/guide.md]] and #[[file:docs/later.md]]."),
      "docs/guide.md": "The guide.\n",
      "CLAUDE.md": "Answer briefly.\n",
      "src/api/main.ts": "",
      ".gitignore": "dist\n.precept/state\n",
    });
    openTestRepository(project.dir);
    const again = async (): Promise<string> => (await project.precept(["export", "--to", "codex", "--lossy"])).out;
    await again();
    await project.edit((text) => text.replace(/"text":"/, '"text":"remembered '));
    expect(await again()).toContain("remembered");
    return { ...project, at: (one) => join(project.dir, one), again };
  }

  it.each<[string, Change]>([
    ["an unrelated file is created", (at) => writeFile(at("src/api/new.ts"), "")],
    ["an unrelated directory is created", (at) => mkdir(at("src/other"))],
  ])("is used again when %s", async (_, change) => {
    const { again, at } = await createStored();
    await change(at);
    expect(await again()).toContain("remembered");
  });

  it.each<[string, Change]>([
    ["a directory that a rule is for is created", (at) => mkdir(at("src/web"))],
    ["a directory that a rule is for is deleted", (at) => rm(at("src/api"), { recursive: true })],
    ["a directory becomes a file", (at) => rm(at("src/api"), { recursive: true }).then(() => writeFile(at("src/api"), ""))],
    ["a link to rules is created in such a directory", (at) => symlink("../../CLAUDE.md", at("src/api/CLAUDE.md"))],
    ["a file that a rule refers to changes", (at) => writeFile(at("docs/guide.md"), "Another guide.\n")],
    ["a missing file that a rule refers to is created", (at) => writeFile(at("docs/later.md"), "More.\n")],
    ["a file that a rule refers to is deleted", (at) => rm(at("docs/guide.md"))],
    ["git ignores a rule file", (at) => writeFile(at(".gitignore"), "dist\n.precept/state\nCLAUDE.md\n")],
    ["git ignores a file that a rule refers to", (at) => writeFile(at("docs/.gitignore"), "guide.md\n")],
    ["git ignores a rule file in this clone only", (at) => writeFile(at(".git/info/exclude"), "CLAUDE.md\n")],
    ["the repository is removed", (at) => rm(at(".git"), { recursive: true })],
  ])("is not used when %s", async (_, change) => {
    const { again, at } = await createStored();
    await change(at);
    expect(await again()).not.toContain("remembered");
  });

  it("is not used when a tool is added whose rules are not read", async () => {
    const { precept, dir } = await createProject({
      ".precept/rules/house.md": nativeRule("house", {}, "Be kind."),
      ".precept/config.yaml": "rules: { dialects: [precept] }\nexport: { to: detected }\n",
      ".clinerules/mine.md": "Mine.\n",
    });
    await precept(["export"]);
    expect((await precept(["export"])).out).toContain("1 unchanged");
    await mkdir(join(dir, ".kiro/steering"), { recursive: true });
    await writeFile(join(dir, ".kiro/steering/mine.md"), "Mine.\n");
    expect((await precept(["export"])).out).toContain("created  .kiro/steering/house.md");
  });

  it("is not stored when a rule refers to a link that leads out of the project", async () => {
    const { precept, dir, edit } = await createProject({
      ".precept/rules/house.md": nativeRule("house", {}, "See #[[file:docs/link.md]]."),
      "docs/guide.md": "The guide.\n",
    });
    await symlink("../../outside.md", join(dir, "docs/link.md"));
    await precept(["export", "--to", "cursor"]);
    expect(await edit()).toBe("");
  });
});
