import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

interface Answer {
  readonly code: number;
  readonly actions: readonly { readonly kind: string; readonly path: string }[];
  readonly notes: readonly { readonly path: string; readonly message: string }[];
  readonly skipped_files: readonly { readonly path: string; readonly reason: string }[];
}

async function runImport(project: TestProject, ...args: string[]): Promise<Answer> {
  const { out, err, code } = await project.precept(["import", "--json", ...args]);
  expect(err).toBe("");
  return { ...(JSON.parse(out) as Omit<Answer, "code">), code };
}

/** Returns the native rules, each as its name and the fields that the import sets. */
async function listRules(project: TestProject): Promise<Readonly<Record<string, object>>> {
  const { rules } = JSON.parse((await project.precept(["list", "--json"])).out) as {
    readonly rules: readonly Record<string, unknown>[];
  };
  return Object.fromEntries(rules.map(({ name, inclusion, globs, description }) => [name, { inclusion, globs, description }]));
}

const read = (project: TestProject, path: string): Promise<string> => readFile(join(project.dir, path), "utf8");

const rule = (header: string, text = "Text.\n"): string => `---\n${header}---\n\n${text}`;

describe("precept import --from rulesync", () => {
  it("converts the rules of .rulesync with their targets and conditions", async () => {
    const project = await createProject({
      ".rulesync/rules/overview.md": rule('root: true\ntargets: ["*"]\ndescription: The shop\nglobs: ["**/*"]\n', "# Shop\n"),
      ".rulesync/rules/api/sql.md": rule(
        'targets: ["claudecode", "copilotcli"]\nglobs: ["src/**/*.sql", "*.ddl"]\n',
        "Name constraints.\n",
      ),
      ".rulesync/rules/review.md": rule("description: How to review\ncursor:\n  alwaysApply: false\n", "Review.\n"),
      ".rulesync/rules/release.md": rule("kiro:\n  inclusion: manual\n", "Release.\n"),
      ".rulesync/rules/web.md": rule("globs: ['**/*']\nagentsmd:\n  subprojectPath: packages/web\n", "Web.\n"),
      ".rulesync/rules/tests.md": rule("globs: [ '*.test.ts' ]\nagentsmd:\n  subprojectPath: ./packages/web/\n", "Tests.\n"),
    });
    const { code, notes } = await runImport(project, "--from", "rulesync");
    expect(code).toBe(0);
    expect(notes).toEqual([]);
    expect(await listRules(project)).toEqual({
      overview: { inclusion: "always", globs: [], description: "The shop" },
      sql: { inclusion: "fileMatch", globs: ["src/**/*.sql", "*.ddl"], description: "sql" },
      review: { inclusion: "agentRequested", globs: [], description: "How to review" },
      release: { inclusion: "manual", globs: [], description: "release" },
      web: { inclusion: "fileMatch", globs: ["packages/web/**"], description: "web" },
      tests: { inclusion: "fileMatch", globs: ["packages/web/**/*.test.ts"], description: "tests" },
    });
    expect(await read(project, ".precept/rules/api/sql.md")).toContain('targets: ["claude", "copilot"]\n');
    // The settings for one tool are no keys of the native rule, which every export would write.
    expect(await read(project, ".precept/rules/review.md")).toBe(
      "---\nname: review\ndescription: How to review\ninclusion: agentRequested\n---\n\nReview.\n",
    );
  });

  it("notes everything that it does not carry over", async () => {
    const project = await createProject({
      "rulesync.jsonc": `// ours
{
  "$schema": "https://example.com/schema.json",
  "targets": { "cursor": ["rules", "mcp"], "claudecode": { "rules": true, "commands": {}, "hooks": false }, "zencoder": ["rules"] },
  "outputRoots": ["."],
  "delete": true,
}
`,
      "rulesync.local.jsonc": "{ targets: ]",
      ".rulesync/mcp.jsonc": "{}",
      ".rulesync/commands/ship.md": "Ship.\n",
      ".rulesyncignore": "dist\n",
      ".rulesync/rules/a.md": rule(
        "globs: ['src/**']\ncursor:\n  alwaysApply: true\ncopilot:\n  excludeAgent: code-review\n",
        "A.\n",
      ),
      ".rulesync/rules/b.md": rule("targets: [cursor, grokcli]\nglob: [src/**]\n", "B.\n"),
      ".rulesync/rules/c.md": "No front matter.\n",
      ".rulesync/rules/me.md": rule("localRoot: true\n", "Mine.\n"),
      ".rulesync/rules/zencoder.md": rule("targets: [zencoder]\n", "Pi.\n"),
      ".rulesync/rules/.curated/b.md": rule("targets: ['*']\n", "Old B.\n"),
    });
    const { notes, skipped_files: skipped } = await runImport(project, "--from", "rulesync");
    expect(notes.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "rulesync.jsonc: It writes for cursor, claudecode, zencoder: `precept export --to cursor,claude` does so from the imported rules.",
      "rulesync.jsonc: Precept writes no files for zencoder.",
      "rulesync.jsonc: Only rules are imported, and not its mcp, commands.",
      "rulesync.jsonc: These settings are not carried over: `outputRoots`, `delete`.",
      expect.stringMatching(/^rulesync\.local\.jsonc: It is not read, because it is not valid JSON: .+\.$/),
      ".rulesync/commands: Only rules are imported, and not its commands.",
      ".rulesync/mcp.jsonc: Only rules are imported, and not its MCP servers.",
      ".rulesyncignore: Only rules are imported, and not its ignore patterns.",
      ".rulesync/rules/a.md: A native rule has no settings for one tool. These are not carried over: `copilot.excludeAgent`, `cursor.alwaysApply`.",
      ".rulesync/rules/b.md: Precept does not know grokcli.",
      '.rulesync/rules/b.md: rulesync has no key "glob". Did you mean `globs`?',
      ".rulesync/rules/c.md: It has no front matter, so rulesync refuses it. The imported rule always applies.",
    ]);
    expect(skipped).toEqual([
      { path: ".rulesync/rules/.curated/b.md", reason: "replaced by the rule of the same name" },
      { path: ".rulesync/rules/me.md", reason: "a personal rule (`localRoot`)" },
      { path: ".rulesync/rules/zencoder.md", reason: "only for zencoder" },
    ]);
    expect(Object.keys(await listRules(project)).toSorted()).toEqual(["a", "b", "c"]);
    const { out } = await project.precept(["import", "--from", "rulesync", "--dry-run"]);
    expect(out).toContain("note  .rulesync/mcp.jsonc");
  });

  it("takes later edits of its files into the rules, and exports write none of them", async () => {
    const text = rule(
      "targets: ['*']\nglobs: ['src/**']\ncursor:\n  alwaysApply: false\n  globs: ['src/**']\n",
      "Amounts are cents.\n",
    );
    const project = await createProject({ ".rulesync/rules/money.md": text });
    await runImport(project, "--from", "rulesync");
    expect((await runImport(project, "--from", "rulesync")).actions).toEqual([]);
    const path = ".rulesync/rules/money.md";
    await writeFile(join(project.dir, path), text.replace("cents", "integers, in cents"));
    const { actions } = await runImport(project, "--from", "rulesync");
    expect(actions.map(({ kind, path: changed }) => `${kind} ${changed}`)).toEqual(["update .precept/rules/money.md"]);
    expect(await read(project, ".precept/rules/money.md")).toContain("Amounts are integers, in cents.\n");
    await rm(join(project.dir, ".precept/rules/money.md"));
    const { out } = await project.precept(["export", "--to", "cursor,claude", "--json"]);
    expect((JSON.parse(out) as { readonly actions: readonly object[] }).actions).toEqual([]);
    expect(await read(project, path)).toContain("integers");
  });

  it("makes one rule of a rule and the files that rulesync wrote for tools", async () => {
    const project = await createProject({
      ".rulesync/rules/style.md": rule("targets: ['*']\nglobs: ['**/*']\n", "Use const.\n"),
      ".cursor/rules/style.mdc": rule("alwaysApply: true\n", "Use const.\n"),
    });
    const { actions } = await runImport(project, "--from", "rulesync,cursor");
    expect(actions).toMatchObject([
      { path: ".precept/rules/style.md", sources: [".cursor/rules/style.mdc", ".rulesync/rules/style.md"] },
    ]);
  });

  it("is suggested by an import that names no tools, until its rules are imported", async () => {
    const project = await createProject({ ".rulesync/rules/a.md": rule("root: true\n"), ".ruler/AGENTS.md": "Be brief.\n" });
    expect((await runImport(project)).notes.map(({ message }) => message)).toEqual([
      "These are rules of rulesync. `precept import --from rulesync` imports them.",
      "These are rules of ruler. `precept import --from ruler` imports them.",
    ]);
    await runImport(project, "--from", "rulesync,ruler");
    expect((await runImport(project)).notes).toEqual([]);
  });
});

describe("precept import --from ruler", () => {
  it("makes a rule of each Markdown file of .ruler, also of those in subdirectories", async () => {
    const project = await createProject({
      ".ruler/AGENTS.md": "# Shop\n",
      ".ruler/db/sql.md": "---\nowner: data\n---\nName constraints.\n",
      ".ruler/skills/deploy/SKILL.md": "Deploy.\n",
      ".ruler/agents/reviewer.md": "Review.\n",
      "packages/web/.ruler/style.md": "Use const.\n",
    });
    const { notes } = await runImport(project, "--from", "ruler");
    expect(notes.map(({ path }) => path)).toEqual([".ruler/skills", ".ruler/agents", ".ruler/db/sql.md"]);
    expect(await listRules(project)).toMatchObject({
      AGENTS: { inclusion: "always", description: "Shop" },
      sql: { inclusion: "always" },
      style: { inclusion: "always" },
    });
    // ruler copies front matter as text.
    expect(await read(project, ".precept/rules/db/sql.md")).toContain("---\nowner: data\n---\nName constraints.\n");
    expect(await read(project, "packages/web/.precept/rules/style.md")).toContain("Use const.\n");
  });

  it("notes the settings of ruler.toml", async () => {
    const project = await createProject({
      ".ruler/AGENTS.md": "Be brief.\n",
      ".ruler/ruler.toml": `default_agents = ["claude", "gemini-cli", "jules", "cursor"]
nested = true
[agents]
include_in_rules = true
[agents.cursor]
enabled = false
[agents.claude]
output_path = "docs/CLAUDE.md"
[mcp_servers.search]
command = "search"
[gitignore]
enabled = false
`,
    });
    const { notes } = await runImport(project, "--from", "ruler");
    expect(notes.map(({ message }) => message)).toEqual([
      "It writes for claude, gemini-cli, jules: `precept export --to claude,gemini,agents` does so from the imported rules.",
      "It writes nothing for cursor: leave them out of `--to`.",
      "The rules of `.ruler` in subdirectories apply below those, as `nested` says.",
      "These settings are not carried over: `agents.include_in_rules`, `agents.claude.output_path`, `mcp_servers`, `gitignore`.",
    ]);
    await writeFile(join(project.dir, ".ruler/ruler.toml"), "default_agents = [\n");
    const [note] = (await runImport(project, "--from", "ruler")).notes;
    expect(note?.message).toMatch(/^It is not read, because it is not valid TOML: [^\n]+\.$/);
  });
});

it("names rulesync and ruler if a tool to import from is unknown, but no export writes for them", async () => {
  const project = await createProject({ "AGENTS.md": "Be brief.\n" });
  const imported = await project.precept(["import", "--from", "rulsync"]);
  expect(imported.code).toBe(2);
  expect(imported.err).toContain("rulesync");
  const exported = await project.precept(["export", "--to", "ruler"]);
  expect(exported.code).toBe(2);
});

describe("precept import of a plugin", () => {
  const manifest = JSON.stringify({ name: "acme", skills: "./skills/", rules: ["./standards/"] });
  const skill = "---\nname: review\ndescription: How to review\n---\n\nReview.\n";

  it("converts the rules and skills of a Cursor plugin, and says what it leaves", async () => {
    const project = await createProject({
      ".cursor-plugin/plugin.json": manifest,
      "rules/style.mdc": "---\ndescription: Style\nglobs: src/**/*.ts\nalwaysApply: false\n---\n\nUse named exports.\n",
      "skills/review/SKILL.md": skill,
      "skills/review/check.sh": "true\n",
      "commands/ship.md": "Ship.\n",
    });
    // No tool reads the rules of a plugin in its repository.
    expect(await listRules(project)).toEqual({});
    expect((await runImport(project)).notes).toEqual([
      { path: "rules", message: "These are rules of Cursor plugins. `precept import --from cursor-plugin` imports them." },
    ]);
    const { notes } = await runImport(project, "--from", "cursor-plugin");
    expect(notes.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      ".cursor-plugin/plugin.json: Its `rules` are in ./standards/, where the import does not look.",
      "commands: Only rules are imported, and not its commands.",
    ]);
    expect(await listRules(project)).toEqual({
      style: { inclusion: "fileMatch", globs: ["src/**/*.ts"], description: "Style" },
      review: { inclusion: "agentRequested", globs: [], description: "How to review" },
    });
    expect(await read(project, ".precept/skills/review/check.sh")).toBe("true\n");
    expect((await runImport(project, "--from", "cursor-plugin")).actions.filter(({ kind }) => kind !== "unchanged")).toEqual([]);
  });

  it("converts the skills of a Claude Code plugin, and says how to import those of a marketplace", async () => {
    const project = await createProject({
      ".claude-plugin/plugin.json": "{",
      ".claude-plugin/marketplace.json": JSON.stringify({
        plugins: [
          { name: "here", source: "./" },
          { name: "lint", source: "./plugins/lint" },
          { name: "far", source: { source: "github", repo: "acme/far" } },
          7,
        ],
      }),
      "skills/review/SKILL.md": skill,
      "rules/note.md": "No rule.\n",
    });
    const { notes } = await runImport(project, "--from", "claude-plugin");
    expect(notes.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(/^\.claude-plugin\/plugin\.json: It is not read, because it is not valid JSON: .+\.$/),
      ".claude-plugin/marketplace.json: The plugin lint is imported with `precept import --from claude-plugin --root plugins/lint`.",
      ".claude-plugin/marketplace.json: The plugin far is not in this project.",
    ]);
    expect(Object.keys(await listRules(project))).toEqual(["review"]);
  });

  it("reads no directory named rules or skills of a project that is no plugin", async () => {
    const project = await createProject({ "rules/style.mdc": "Use named exports.\n", "skills/review/SKILL.md": skill });
    expect((await runImport(project)).notes).toEqual([]);
    expect((await runImport(project, "--from", "cursor-plugin,claude-plugin")).actions).toEqual([]);
  });
});
