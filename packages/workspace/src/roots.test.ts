import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isIgnored } from "./ignored.ts";
import { cursorRule, createProject, describeDiagnostic, namesOf, nativeRule } from "../test/project.ts";

describe("the rules of a workspace", () => {
  it("come from the project, its subdirectories, the overlay, configured directories, the user and the global directory", async () => {
    const { dir, home, open, write } = await createProject({
      ".precept/rules/own.md": nativeRule("own"),
      ".cursor/rules/cursor.mdc": cursorRule,
      "packages/web/.cursor/rules/web.mdc": cursorRule,
      ".precept/local/rules/mine.md": nativeRule("mine"),
      "../team/rules/team.md": nativeRule("team"),
      "~/users/ada/rules/ada.md": nativeRule("ada"),
      "~/users/bob/rules/bob.md": nativeRule("bob"),
      "~/rules/all.md": nativeRule("all"),
    });
    await write(".precept/config.yaml", "user: ada\nrules:\n  dirs: [../team/rules]\n");
    const workspace = await open({ trustedDirs: ["../team"] });
    const rules = await workspace.list();
    expect(rules.map(({ name, scope, origin }) => [name, scope, origin.store, origin.base ?? origin.overlay])).toEqual([
      ["ada", "user", "fs", undefined],
      ["all", "global", "fs", undefined],
      ["cursor", "project", "fs", undefined],
      ["mine", "project", "fs", true],
      ["own", "project", "fs", undefined],
      ["team", "project", "fs", undefined],
      ["web", "project", "fs", "packages/web"],
    ]);
    expect(await workspace.diagnostics()).toEqual([]);
    expect(workspace.roots.map((root) => root.dir)).toEqual([
      ".precept/rules",
      ".cursor/rules",
      "packages/web/.cursor/rules",
      ".precept/local/rules",
      join(dir, "../team/rules"),
      join(home, "users/ada/rules"),
      join(home, "rules"),
    ]);
  });

  it("govern their own directory, and are overridden by the overlay", async () => {
    const { open } = await createProject({
      ".precept/rules/tone.md": nativeRule("tone"),
      ".precept/local/rules/tone.md": nativeRule("tone", {}, "Mine."),
      "packages/web/.cursor/rules/web.mdc": cursorRule,
    });
    const workspace = await open();
    expect((await workspace.resolve({ files: ["src/a.ts"] })).applied.map(({ content }) => content.trim())).toEqual(["Mine."]);
    expect(namesOf((await workspace.resolve({ files: ["packages/web/a.ts"] })).applied.map(({ rule }) => rule))).toEqual([
      "tone",
      "web",
    ]);
  });

  it("exclude ignored directories, but never the project's own", async () => {
    const files = {
      ".cursor/rules/own.mdc": cursorRule,
      "examples/a/.cursor/rules/a.mdc": cursorRule,
      "examples/b/.cursor/rules/b.mdc": cursorRule,
    };
    const { open } = await createProject(files);
    const listed = async (ignore: readonly string[]) => namesOf(await (await open({ ignore })).list());
    expect(await listed([])).toEqual(["a", "b", "own"]);
    expect(await listed(["examples/**"])).toEqual(["own"]);
    expect(await listed(["examples/**", "!examples/b"])).toEqual(["b", "own"]);
    expect(await listed(["**", ".cursor"])).toEqual(["own"]);
  });

  it("come only from configured directories if the default ones are disabled", async () => {
    const { open } = await createProject({
      ".cursor/rules/own.mdc": cursorRule,
      "team/team.md": nativeRule("team"),
      "~/rules/all.md": nativeRule("all"),
    });
    expect(namesOf(await (await open({ defaultRules: false, rulesDirs: ["team"] })).list())).toEqual(["team"]);
  });

  it("are read once if a configured directory is a default one", async () => {
    const { open } = await createProject({ ".cursor/rules/own.mdc": cursorRule });
    expect(await (await open({ rulesDirs: [".cursor/rules"] })).list()).toHaveLength(1);
  });

  it("belong to the user, not to a project, in the parent of the user's Precept directory", async () => {
    const { dir, open } = await createProject({
      ".precept/rules/all.md": nativeRule("all"),
      ".cursor/rules/own.mdc": cursorRule,
    });
    const rules = await (await open({ home: join(dir, ".precept") })).list();
    expect(rules.map(({ name, scope }) => [name, scope])).toEqual([
      ["all", "global"],
      ["own", "project"],
    ]);
  });

  it("are missing, with a diagnostic, if a configured directory does not exist", async () => {
    const { open } = await createProject({ ".precept/config.yaml": "rules: { dirs: [gone] }" });
    expect((await (await open()).diagnostics()).map(describeDiagnostic)).toEqual(["root/missing gone"]);
  });

  it("throw if the caller named a directory that does not exist, with the path as written", async () => {
    const { dir, open, write, remove } = await createProject({ "team/a.md": nativeRule("a") });
    await expect(open({ rulesDirs: ["team", "../nowhere"] })).rejects.toMatchObject({
      code: "RULES_DIR_NOT_FOUND",
      details: { path: "../nowhere", directory: dir },
    });
    // A directory that is deleted later is a diagnostic in every answer until it exists again.
    const workspace = await open({ rulesDirs: ["team"] });
    await remove("team/a.md");
    await remove("team");
    await workspace.reload();
    expect((await workspace.resolve()).diagnostics.map(describeDiagnostic)).toEqual(["root/missing team"]);
    await write("team/a.md", nativeRule("a"));
    await workspace.reload();
    expect((await workspace.resolve()).diagnostics).toEqual([]);
  });
});

it.each([
  ["examples/**", "examples/shop/.cursor/rules", true],
  ["examples/**", "examples/.cursor/rules", true],
  ["examples", "packages/web/examples/a/.cursor/rules", true],
  ["/examples", "packages/web/examples/a/.cursor/rules", false],
  ["packages/*", "packages/web/src/.cursor/rules", true],
  ["packages/web/", "packages/web/.cursor/rules", true],
  ["packages/web/", "packages/website/.cursor/rules", false],
  [".cursor", "packages/web/.cursor/rules", true],
  ["*.md", "packages/web/.cursor/rules", false],
])("the pattern %s ignores %s: %s", (glob, dir, expected) => {
  expect(isIgnored(dir, [glob])).toBe(expected);
});

describe("the files of other tools", () => {
  it("are read wherever their tool reads them, as rules of the directory that they govern", async () => {
    const { open } = await createProject({
      ".kiro/steering/tech.md": "Tech.\n",
      "packages/web/.kiro/steering/no.md": "Kiro does not look here.\n",
      ".cursorrules": "Old.\n",
    });
    const rules = await (await open()).list();
    expect(rules.map(({ name, origin }) => [name, origin.dialect])).toEqual([
      [".cursorrules", "cursorrules"],
      ["tech", "kiro"],
    ]);
  });

  it("are read for the configured tools", async () => {
    const { open, write } = await createProject({
      ".kiro/steering/tech.md": "Tech.\n",
      ".cursor/rules/a.mdc": cursorRule,
      ".precept/rules/own.md": nativeRule("own"),
    });
    await write(".precept/config.yaml", "rules:\n  dialects: [kiro, precept]\n");
    expect(namesOf(await (await open()).list())).toEqual(["own", "tech"]);
    expect(namesOf(await (await open({ dialects: ["cursor"] })).list())).toEqual(["a"]);
  });

  it("are read from the user's home directory as global rules if configured", async () => {
    const { open, home, write } = await createProject({ "~/.kiro/steering/mine.md": "Mine.\n" });
    vi.stubEnv("HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await (await open()).list()).toEqual([]);
    await write(".precept/config.yaml", "rules:\n  personal: true\n");
    const refused = await open();
    expect(await refused.list()).toEqual([]);
    expect(await refused.diagnostics()).toMatchObject([{ code: "config/not-trusted", incomplete: true }]);
    expect((await refused.resolve()).diagnostics).toEqual(await refused.diagnostics());
    const [mine] = await (await open({ trustedDirs: ["."] })).list();
    expect(mine).toMatchObject({ name: "mine", scope: "global", origin: { dialect: "kiro" } });
  });
});

describe("personal files of other tools", () => {
  it("are read if the user's configuration says so, unless that of the project says no", async () => {
    const { open, home, write } = await createProject({
      "~/.goagent/rules/mine.md": "Mine.\n",
      "~/config.yaml": "rules:\n  personal: true\n",
    });
    vi.stubEnv("HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(namesOf(await (await open()).list())).toEqual(["mine"]);
    await write(".precept/config.yaml", "rules:\n  personal: true\n");
    expect(namesOf(await (await open()).list())).toEqual(["mine"]);
    await write(".precept/config.yaml", "rules:\n  personal: false\n");
    expect(namesOf(await (await open()).list())).toEqual([]);
  });
});

describe("DataAgent's directories of users", () => {
  it("are read for the user whose id they have, as rules of that user", async () => {
    const rule = "---\nname: mine\ndescription: a: b\nfileMatchPattern: **/*.py\ninclusion: fileMatch\n---\nMine.\n";
    const { open, home } = await createProject({
      "~/.dataagent/users/ada/rules/mine.md": rule,
      "~/.dataagent/users/bob/rules/his.md": rule,
      "~/config.yaml": "rules:\n  personal: true\n",
    });
    vi.stubEnv("HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    const workspace = await open({ user: "ada" });
    expect(await workspace.list()).toMatchObject([{ name: "mine", scope: "user", userId: "ada", description: "a: b" }]);
    expect(await workspace.diagnostics()).toEqual([]);
    expect(await (await open({ user: "eve" })).list()).toEqual([]);
    expect(await (await open()).list()).toEqual([]);
  });
});

describe("the imports of CLAUDE.md", () => {
  it("are expanded in place, relative to it, and other text stays as written", async () => {
    const { open } = await createProject({
      "CLAUDE.md": "Read @docs/style.md and use @types/node.\n\n```ts\n@docs/style.md\n```\n",
      "docs/style.md": "Be brief. See @more.md",
      "docs/more.md": "More.",
    });
    const { applied } = await (await open()).resolve();
    expect(applied.map(({ content }) => content)).toEqual([
      "Read Be brief. See More. and use @types/node.\n\n```ts\n@docs/style.md\n```\n",
    ]);
  });

  it("are not included twice: AGENTS.md is already a rule", async () => {
    const { open } = await createProject({ "AGENTS.md": "Be kind.\n", "CLAUDE.md": "@AGENTS.md\n\nUse Claude's tools.\n" });
    const { applied } = await (await open()).resolve();
    expect(applied.map(({ content }) => content)).toEqual(["Be kind.\n", "@AGENTS.md\n\nUse Claude's tools.\n"]);
  });
});
