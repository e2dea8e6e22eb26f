import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemManagedDir } from "@precept/enforcement";
import { planWorkspace } from "./plan.ts";
import { createProject, nativeRule } from "../test/project.ts";

const config = `rules: { dirs: [team, ~/rules], default: false, ignore: [examples], dialects: [cursor], personal: true }
store: { sqlite: true }
user: ada
tool: claude
project: shop
budget: { characters: 100, rules: 5 }
tokens: { counter: characters, model: claude-opus-4-7 }
order: source
format: xml
references: { allow: [../docs] }
context: { dir: agent, timeZone: Asia/Shanghai, maxFileCharacters: 50, maxCharacters: 500 }
`;

/** The default policy settings. */
function policiesIn(dir: string) {
  return {
    dirs: [],
    managedDirs: [systemManagedDir()],
    starters: [],
    ignore: [],
    keepCheckpoints: 100,
    shadow: false,
    baseline: join(dir, ".precept/baseline.json"),
    audit: { dir: join(dir, ".precept/audit"), mask: [], keep: Infinity },
    notify: undefined,
    rollback: false,
    maxFixes: undefined,
    tables: {},
  };
}

describe("the settings of a workspace", () => {
  it("are the defaults without options and configuration", async () => {
    const { dir } = await createProject();
    const plan = await planWorkspace(dir);
    expect(plan).toMatchObject({ root: dir, home: join(homedir(), ".precept"), config: {}, diagnostics: [] });
    expect(plan.settings).toEqual({
      user: undefined,
      tool: undefined,
      project: undefined,
      rulesDirs: [],
      defaultRules: true,
      dialects: undefined,
      personal: false,
      search: { relevance: {}, embedder: undefined },
      rootSearch: { maxDirectories: 500_000, maxDepth: 32 },
      rescan: 60,
      watchBackend: "events",
      ignore: [],
      sqlite: undefined,
      referenceDirs: [],
      policies: policiesIn(dir),
      memory: { captures: true, requiresApproval: true },
      sessions: { isRecorded: true },
      tokens: {},
      context: { dir, timeZone: undefined, maxFileCharacters: undefined, maxCharacters: undefined },
      answer: { budget: {} },
    });
  });

  it("come from the configuration, with paths relative to the project", async () => {
    const { dir } = await createProject({ ".precept/config.yaml": config });
    expect((await planWorkspace(dir, { trustedDirs: [join(dir, "..")] })).settings).toEqual({
      user: "ada",
      tool: "claude",
      project: "shop",
      rulesDirs: [join(dir, "team"), join(homedir(), "rules")],
      defaultRules: false,
      dialects: ["cursor"],
      personal: true,
      search: { relevance: {}, embedder: undefined },
      rootSearch: { maxDirectories: 500_000, maxDepth: 32 },
      rescan: 60,
      watchBackend: "events",
      ignore: ["examples"],
      sqlite: join(dir, ".precept/rules.sqlite"),
      referenceDirs: [join(dir, "../docs")],
      policies: policiesIn(dir),
      memory: { captures: true, requiresApproval: true },
      sessions: { isRecorded: true },
      tokens: { counter: "characters", model: "claude-opus-4-7" },
      answer: {
        budget: { characters: 100, rules: 5, sources: { characters: "configuration", rules: "configuration" } },
        order: "source",
        format: "xml",
      },
      context: { dir: join(dir, "agent"), timeZone: "Asia/Shanghai", maxFileCharacters: 50, maxCharacters: 500 },
    });
  });

  it("come from the options first, with paths relative to the opened directory", async () => {
    const { dir, home } = await createProject({ ".precept/config.yaml": config, "src/mine/a.md": "" });
    const plan = await planWorkspace(join(dir, "src"), {
      discover: true,
      home,
      user: "bob",
      tool: "cursor",
      project: "other",
      rulesDirs: ["mine"],
      defaultRules: true,
      dialects: ["kiro"],
      personalRules: false,
      ignore: [],
      sqlite: "data.sqlite",
      referenceDirs: [],
      budget: { characters: 7 },
      tokenCounter: "tokenx",
      model: "gpt-5",
      context: { dir: "own", timeZone: "Europe/Berlin" },
      order: "priority",
      format: "mdc",
      debug: true,
    });
    expect(plan).toMatchObject({ root: dir, home, directory: join(dir, "src") });
    expect(plan.settings).toEqual({
      user: "bob",
      tool: "cursor",
      project: "other",
      rulesDirs: [join(dir, "src/mine")],
      defaultRules: true,
      dialects: ["kiro"],
      personal: false,
      search: { relevance: {}, embedder: undefined },
      rootSearch: { maxDirectories: 500_000, maxDepth: 32 },
      rescan: 60,
      watchBackend: "events",
      ignore: [],
      sqlite: join(dir, "src/data.sqlite"),
      referenceDirs: [],
      policies: policiesIn(dir),
      context: { dir: join(dir, "src/own"), timeZone: "Europe/Berlin", maxFileCharacters: 50, maxCharacters: 500 },
      // Each limit on its own: the others still come from the configuration.
      memory: { captures: true, requiresApproval: true },
      sessions: { isRecorded: true },
      tokens: { counter: "tokenx", model: "gpt-5" },
      answer: {
        budget: { characters: 7, rules: 5, sources: { characters: "options", rules: "configuration" } },
        order: "priority",
        format: "mdc",
        debug: true,
      },
    });
    expect((await planWorkspace(dir, { sqlite: false })).settings.sqlite).toBeUndefined();
  });

  it("are the defaults for invalid parts of the configuration", async () => {
    const { dir } = await createProject({ ".precept/config.yaml": "rules: { default: 1 }\nuser: ../x\norder: source\n" });
    const { settings, diagnostics } = await planWorkspace(dir);
    expect(settings).toMatchObject({ user: undefined, defaultRules: true, answer: { order: "source" } });
    expect(diagnostics).toHaveLength(2);
  });

  it("are refused if the directory or an option is invalid", async () => {
    const { dir } = await createProject({ file: "" });
    await expect(planWorkspace(join(dir, "nowhere"))).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    await expect(planWorkspace(join(dir, "file"))).rejects.toMatchObject({ code: "NOT_A_DIRECTORY" });
    await expect(planWorkspace(dir, { user: "../root" })).rejects.toMatchObject({
      code: "OPTION_VALUE_INVALID",
      details: { option: "user" },
    });
  });
});

describe("a request", () => {
  const rules = {
    ".precept/config.yaml": "tool: claude\nproject: shop\nuser: ada\nformat: xml\nbudget: { rules: 2 }\n",
    ".precept/rules/claude.md": nativeRule("claude", { targets: "claude", priority: 90 }),
    ".precept/rules/cursor.md": nativeRule("cursor", { targets: "cursor", priority: 90 }),
    ".precept/rules/shop.md": nativeRule("shop", { projectId: "shop", priority: 80 }),
    ".precept/rules/ada.md": nativeRule("ada", { userId: "ada", priority: 70 }),
  };
  const applied = (resolution: { applied: readonly { rule: { name: string } }[] }) =>
    resolution.applied.map(({ rule }) => rule.name);

  it("gets tool, project, user, format and budget from the settings by default", async () => {
    const { open } = await createProject(rules);
    const workspace = await open();
    const resolution = await workspace.resolve();
    expect(applied(resolution)).toEqual(["claude", "shop"]);
    expect(resolution.prompt).toContain("<rule ");
    expect(applied(await workspace.resolve({ tool: "cursor" }, { budget: { rules: 9 } }))).toEqual(["cursor", "shop", "ada"]);
    expect(applied(await workspace.rulebook.resolve({ user: "bob" }, { budget: { rules: 9 } }))).toEqual(["claude", "shop"]);
    const markdown = await workspace.resolve({}, { format: "markdown", budget: { characters: 1 } });
    expect(markdown.dropped.map(({ limit }) => limit)).toEqual(["larger", "larger", "larger"]);
  });

  it("has a unique id and a time", async () => {
    const { open, write } = await createProject(rules);
    const workspace = await open();
    const first = await workspace.resolve();
    expect(first.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    expect(new Date(first.timestamp ?? "").toISOString()).toBe(first.timestamp);
    await write("packages/web/.precept/rules/a.md", nativeRule("a"));
    await workspace.reload();
    expect((await workspace.resolve()).requestId).not.toBe(first.requestId);
    const timestamp = "2026-01-02T03:04:05.000Z";
    expect(await workspace.resolve({ id: "mine", timestamp })).toMatchObject({ requestId: "mine", timestamp });
  });

  it("of another user gets none of the user's own rules", async () => {
    const { open, home } = await createProject({ "../home/users/ada/rules/mine.md": nativeRule("mine") });
    const workspace = await open({ home, user: "ada" });
    expect((await workspace.resolve()).applied.map(({ rule }) => rule.name)).toEqual(["mine"]);
    expect((await workspace.resolve({ user: "bob" })).applied).toEqual([]);
  });

  it("cannot include files outside the project because the project's configuration allows it", async () => {
    const { open } = await createProject({
      ".precept/config.yaml": "references: { allow: [../docs, '~', docs] }",
      ".precept/rules/a.md": nativeRule("a", {}, "#[[file:../../../docs/style.md]]"),
      "../docs/style.md": "Style.",
    });
    const workspace = await open();
    expect((await workspace.resolve()).prompt).not.toContain("Style.");
    expect((await workspace.diagnostics()).map(({ code }) => code)).toEqual(["config/not-trusted", "config/not-trusted"]);
  });

  it("can include files from allowed directories only", async () => {
    const { open, write } = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, "#[[file:../../../docs/style.md]]"),
      "../docs/style.md": "Style.",
    });
    const workspace = await open({ trustedDirs: ["../docs"] });
    expect((await workspace.resolve()).diagnostics).toMatchObject([{ code: "reference/blocked" }]);
    await write(".precept/config.yaml", "references: { allow: [../docs] }");
    await workspace.reload();
    const resolution = await workspace.resolve();
    expect(resolution.diagnostics).toEqual([]);
    expect(resolution.prompt).toContain("Style.");
  });
});

it.each([
  ["store: { postgres: { urlFile: url } }", "postgres"],
  ["cache: { redis: { urlFile: url } }", "redis"],
] as const)("%s is not used if the file has no URL of the engine, and its text is not shown", async (setting, engine) => {
  const { dir, home, write } = await createProject({ ".precept/config.yaml": setting, url: "a-secret-text\n" });
  const open = () => planWorkspace(dir, { home, trustedDirs: [dir] });
  const refused = await open();
  expect(refused.settings[engine]).toBeUndefined();
  expect(refused.diagnostics.map(({ code }) => code)).toContain("config/invalid-value");
  expect(JSON.stringify(refused.diagnostics)).not.toContain("a-secret-text");
  await write("url", `${engine}://host:1\r\n`);
  expect((await open()).settings[engine]).toEqual({ url: `${engine}://host:1` });
});
