import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const read = (project: TestProject, path: string): Promise<string> => readFile(join(project.dir, path), "utf8");

const write = (project: TestProject, path: string, text: string): Promise<void> => writeFile(join(project.dir, path), text);

async function link(project: TestProject, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(project.dir, path)), { recursive: true });
  await symlink(target, join(project.dir, path));
}

interface Answer {
  readonly code: number;
  readonly actions: readonly { readonly kind: string; readonly path: string; readonly sources?: readonly string[] }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly similar: readonly { readonly paths: readonly string[]; readonly ratio: number; readonly difference: string }[];
  readonly skipped_files: readonly { readonly path: string; readonly reason: string }[];
}

async function json(project: TestProject, ...args: string[]): Promise<Answer> {
  const { out, err, code } = await project.precept([...args, "--json"]);
  expect(err).toBe("");
  return { ...(JSON.parse(out) as Answer), code };
}

/** The kinds and paths of all actions that change a file. */
async function changes(project: TestProject, ...args: string[]): Promise<readonly string[]> {
  const { actions } = await json(project, ...args);
  return actions.filter(({ kind }) => kind !== "unchanged").map(({ kind, path }) => `${kind} ${path}`);
}

const rule = (path: string, name: string, header = "alwaysApply: true"): Readonly<Record<string, string>> => ({
  [path]: `---\n${header}\n---\n\n# ${name}\n\nText of ${name}.\n`,
});

describe("links", () => {
  const agents = "# Kysely\n\nA type-safe query builder.\n";

  it("keep a repository with CLAUDE.md as a link to AGENTS.md unchanged over five rounds of import and export", async () => {
    const project = await createProject({ "AGENTS.md": agents });
    await link(project, "CLAUDE.md", "AGENTS.md");
    for (let round = 1; round <= 5; round += 1) {
      expect((await project.precept(["import"])).code).toBe(0);
      expect(await changes(project, "export", "--to", "agents,claude")).toEqual([]);
      expect((await project.precept(["export", "--to", "agents,claude", "--check"])).code).toBe(0);
      expect(await read(project, "AGENTS.md")).toBe(agents);
    }
    expect((await lstat(join(project.dir, "CLAUDE.md"))).isSymbolicLink()).toBe(true);
    expect((await json(project, "list")) as unknown).toMatchObject({ rules: [{ name: "AGENTS", content: agents }] });
  });

  it("become one rule with the file, and get an entry of their own in the ledger", async () => {
    const project = await createProject({ "AGENTS.md": agents });
    await link(project, "CLAUDE.md", "AGENTS.md");
    await link(project, ".github/copilot-instructions.md", "../AGENTS.md");
    const { actions } = await json(project, "import");
    expect(actions).toMatchObject([
      {
        kind: "create",
        path: ".precept/rules/AGENTS.md",
        sources: ["AGENTS.md", ".github/copilot-instructions.md", "CLAUDE.md"],
      },
    ]);
    const ledger = JSON.parse(await read(project, ".precept/ledger.json")) as { files: object };
    expect(ledger.files).toMatchObject({
      "AGENTS.md": { targets: ["agents", "claude", "copilot"] },
      "CLAUDE.md": { targets: ["claude"], link: "AGENTS.md" },
      ".github/copilot-instructions.md": { targets: ["copilot"], link: "AGENTS.md" },
    });
    expect(await changes(project, "import")).toEqual([]);
  });

  it("are not written by an export, which writes new rules once, to the file that they lead to", async () => {
    const project = await createProject({ "AGENTS.md": agents });
    await link(project, "CLAUDE.md", "AGENTS.md");
    await project.precept(["import"]);
    await write(project, ".precept/rules/new.md", nativeRule("new", {}, "A new rule."));
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual(["update AGENTS.md"]);
    expect((await read(project, "AGENTS.md")).match(/A new rule\./g)).toHaveLength(1);
    expect((await project.precept(["export", "--to", "agents,claude", "--check"])).code).toBe(0);
  });

  it("do not double the file that they lead to if it was exported before they existed", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "Once.") });
    await project.precept(["export", "--to", "agents"]);
    const text = await read(project, "AGENTS.md");
    await link(project, "CLAUDE.md", "AGENTS.md");
    expect(await changes(project, "export", "--to", "agents")).toEqual([]);
    expect(await read(project, "AGENTS.md")).toBe(text);
    expect((await json(project, "import")).actions).toEqual([]);
  });

  it("bring in the file that they lead to, whichever tools are named", async () => {
    const project = await createProject({ "AGENTS.md": agents });
    await link(project, "CLAUDE.md", "AGENTS.md");
    await project.precept(["import", "--from", "claude"]);
    await project.precept(["import", "--from", "agents"]);
    expect((await json(project, "list")) as unknown).toMatchObject({ rules: [{ name: "AGENTS" }] });
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual([]);
  });

  it("can lead to a file that no tool reads", async () => {
    const project = await createProject({ "docs/agents.md": agents });
    await link(project, "CLAUDE.md", "docs/agents.md");
    await link(project, "AGENTS.md", "docs/agents.md");
    await project.precept(["import"]);
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual([]);
    const path = ".precept/rules/AGENTS.md";
    await write(project, path, (await read(project, path)).replace("type-safe", "safe"));
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual(["update docs/agents.md"]);
    expect(await read(project, "CLAUDE.md")).toBe(agents.replace("type-safe", "safe"));
  });

  it("are skipped with the reason if they are broken or lead out of the project", async () => {
    const project = await createProject({ "AGENTS.md": agents });
    await link(project, "CLAUDE.md", "missing.md");
    await link(project, "GEMINI.md", "/etc/hostname");
    const { actions, skipped_files: excluded } = await json(project, "import");
    expect(actions.map(({ path }) => path)).toEqual([".precept/rules/AGENTS.md"]);
    expect(excluded).toEqual([
      { path: "CLAUDE.md", reason: "a broken link" },
      { path: "GEMINI.md", reason: "a link out of the project" },
    ]);
  });

  it("that git checked out as text are recognised, and are no rules", async () => {
    const project = await createProject({ "AGENTS.md": agents, "CLAUDE.md": "AGENTS.md", "web/CLAUDE.md": "../AGENTS.md" });
    const { actions, skipped_files: excluded } = await json(project, "import");
    expect(actions.map(({ path }) => path)).toEqual([".precept/rules/AGENTS.md"]);
    expect(excluded).toEqual([
      { path: "CLAUDE.md", reason: "a link to AGENTS.md, checked out as text" },
      { path: "web/CLAUDE.md", reason: "a link to AGENTS.md, checked out as text" },
    ]);
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual([]);
    expect(await read(project, "CLAUDE.md")).toBe("AGENTS.md");
    expect((await json(project, "import")).skipped_files).toEqual([]);
  });

  it("include a CLAUDE.md that only imports AGENTS.md, which stays as it is", async () => {
    const project = await createProject({ "AGENTS.md": agents, "CLAUDE.md": "@AGENTS.md\n" });
    const { actions, skipped_files: excluded } = await json(project, "import");
    expect(actions).toMatchObject([{ path: ".precept/rules/AGENTS.md", sources: ["AGENTS.md", "CLAUDE.md"] }]);
    expect(excluded).toEqual([{ path: "CLAUDE.md", reason: "only imports AGENTS.md" }]);
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual([]);
    await write(project, ".precept/rules/new.md", nativeRule("new", {}, "A new rule."));
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual(["update AGENTS.md"]);
    expect(await read(project, "CLAUDE.md")).toBe("@AGENTS.md\n");
  });

  it("in a directory below do not serve their tool in the whole project", async () => {
    const project = await createProject({ "CLAUDE.md": "One.\n", "GEMINI.md": "One.\n", "AGENTS.md": "Two.\n" });
    await link(project, "packages/b/GEMINI.md", "../../CLAUDE.md");
    await link(project, "packages/c/GEMINI.md", "../../AGENTS.md");
    await project.precept(["import"]);
    await project.precept(["export", "--to", "gemini"]);
    const text = await read(project, "GEMINI.md");
    expect(text).toMatch(/^@AGENTS\.md\n[^]*One\./);
    expect(await changes(project, "export", "--to", "gemini")).toEqual([]);
    expect(await read(project, "GEMINI.md")).toBe(text);
  });

  it("of skills lead to one skill", async () => {
    const skill = "---\nname: release\ndescription: How to release\n---\n\nTag, then publish.\n";
    const project = await createProject({ ".agents/skills/release/SKILL.md": skill });
    await link(project, ".claude/skills/release", "../../.agents/skills/release");
    const { actions, skipped_files: excluded } = await json(project, "import");
    expect({ excluded, actions }).toMatchObject({
      excluded: [],
      actions: [{ kind: "create", sources: [".agents/skills/release/SKILL.md", ".claude/skills/release/SKILL.md"] }],
    });
    expect(await changes(project, "export", "--to", "skill,claude")).toEqual([]);
  });
});

describe("the same text in several files", () => {
  const text = "# Style\n\nUse tabs.\nNever spaces.\n";
  const files = {
    ".cursor/rules/style.mdc": `---\ndescription: Style\nglobs: src/**\nalwaysApply: false\n---\n\n${text}`,
    "AGENTS.md": text,
    "CLAUDE.md": text.replaceAll("\n", "\r\n"),
    ".github/copilot-instructions.md": text.trimEnd(),
  };

  it("becomes one rule that applies wherever one of them does", async () => {
    const project = await createProject(files);
    const { actions } = await json(project, "import");
    expect(actions).toMatchObject([{ kind: "create", path: ".precept/rules/style.md" }]);
    expect(actions[0]?.sources?.toSorted()).toEqual(Object.keys(files).toSorted());
    expect((await json(project, "list")) as unknown).toMatchObject({
      rules: [{ name: "style", description: "Style", inclusion: "always", globs: [] }],
    });
  });

  const tools = ["cursor", "agents", "claude", "copilot"];

  it("leaves all files as they are when it is exported for one tool, and reaches a tool that had none of them", async () => {
    const project = await createProject(files);
    await project.precept(["import"]);
    for (const tool of tools) {
      expect(await changes(project, "export", "--to", tool)).toEqual([]);
      expect((await project.precept(["export", "--to", tool, "--check"])).code).toBe(0);
    }
    for (const [path, before] of Object.entries(files)) expect([path, await read(project, path)]).toEqual([path, before]);
    expect(await changes(project, "export", "--to", "amazonq")).toEqual(["create .amazonq/rules/style.md"]);
  });

  it("is joined to a rule that was imported before", async () => {
    const project = await createProject(files);
    for (const tool of tools) await project.precept(["import", "--from", tool]);
    expect((await json(project, "list")) as unknown).toMatchObject({
      rules: [{ name: "style", inclusion: "always", globs: [] }],
    });
    for (const tool of tools) expect(await changes(project, "export", "--to", tool)).toEqual([]);
  });

  it("stays in one file of those that a tool reads, if they are exported together", async () => {
    const project = await createProject(files);
    await project.precept(["import"]);
    const to = tools.join();
    const { err, code } = await project.precept(["export", "--to", to]);
    expect([code, err]).toEqual([2, expect.stringContaining(".cursor/rules/style.mdc, .github/copilot-instructions.md")]);
    expect(await changes(project, "export", "--to", to, "--yes")).toEqual([
      "delete .cursor/rules/style.mdc",
      "delete .github/copilot-instructions.md",
      "update CLAUDE.md",
    ]);
    expect([await read(project, "AGENTS.md"), await read(project, "CLAUDE.md")]).toEqual([text, "@AGENTS.md\r\n"]);
    expect((await project.precept(["export", "--to", to, "--check"])).code).toBe(0);
    expect((await project.precept(["revert", "--yes"])).code).toBe(0);
    for (const [path, before] of Object.entries(files)) expect([path, await read(project, path)]).toEqual([path, before]);
  });

  it("changes in every file when the rule changes", async () => {
    const project = await createProject(files);
    await project.precept(["import"]);
    const path = ".precept/rules/style.md";
    await write(project, path, (await read(project, path)).replace("tabs", "two spaces"));
    for (const tool of tools) await project.precept(["export", "--to", tool]);
    for (const [file, before] of Object.entries(files))
      expect([file, await read(project, file)]).toEqual([file, before.replace("tabs", "two spaces")]);
  });

  it("of one tool is one rule, and both files are kept", async () => {
    const project = await createProject({ ...rule(".cursor/rules/a.mdc", "Same"), ".cursorrules": "# Same\n\nText of Same.\n" });
    expect((await json(project, "import")).actions).toHaveLength(1);
    expect(await changes(project, "export", "--to", "cursor")).toEqual([]);
    expect(await read(project, ".cursorrules")).toBe("# Same\n\nText of Same.\n");
  });

  it("joins the patterns of the files, and keeps each file's own", async () => {
    const project = await createProject({
      ...rule(".cursor/rules/a.mdc", "Same", 'globs: "src/**, !src/gen/**"'),
      ".github/instructions/a.instructions.md": '---\napplyTo: "lib/**"\n---\n\n# Same\n\nText of Same.\n',
    });
    await project.precept(["import"]);
    expect((await json(project, "list")) as unknown).toMatchObject({
      rules: [{ inclusion: "fileMatch", globs: ["src/**", "**/lib/**"] }],
    });
    expect(await changes(project, "export", "--to", "cursor,copilot")).toEqual([]);
  });

  it("is said to be read less often by a tool whose only file has narrower conditions, which other tools do not rely on", async () => {
    const project = await createProject({
      ".claude/skills/deploy/SKILL.md": "---\nname: deploy\ndescription: How to deploy\n---\n\nDeploy from the trunk.\n",
      ".windsurfrules": "Deploy from the trunk.\n",
    });
    await project.precept(["import"]);
    expect(await changes(project, "export", "--to", "claude,windsurf,cursor")).toEqual(["create .cursor/rules/deploy.mdc"]);
    const { out } = await project.precept(["export", "--to", "claude,windsurf,cursor"]);
    expect(out).toContain('Claude Code  reads "deploy" in .claude/skills/deploy/SKILL.md: The file was imported with conditions');
    expect(out.match(/The file was imported/g)).toHaveLength(1);
  });

  it("stays apart in different directories, and where it imports different files", async () => {
    const project = await createProject({
      "web/AGENTS.md": "Same.\n",
      "api/AGENTS.md": "Same.\n",
      "CLAUDE.md": "See @style.md.\n",
      ".claude/CLAUDE.md": "See @style.md.\n",
      "style.md": "Tabs.",
      ".claude/style.md": "Spaces.",
    });
    const { actions } = await json(project, "import");
    expect(actions.map(({ sources }) => sources)).toHaveLength(4);
    expect(await changes(project, "export", "--to", "agents,claude", "--lossy")).not.toContain("update CLAUDE.md");
  });

  it("with imports that one tool expands has references, and each file keeps its own syntax", async () => {
    const importing = "See @docs/style.md.\n";
    const project = await createProject({ "AGENTS.md": importing, "CLAUDE.md": importing, "docs/style.md": "Tabs." });
    expect((await json(project, "import")).actions).toHaveLength(1);
    expect(await read(project, ".precept/rules/AGENTS.md")).toContain("See #[[file:docs/style.md]].");
    expect(await changes(project, "export", "--to", "agents,claude")).toEqual([]);
    expect([await read(project, "AGENTS.md"), await read(project, "CLAUDE.md")]).toEqual([importing, importing]);
  });

  it("of a skill in the directories of two tools is one rule", async () => {
    const skill = "---\nname: release\ndescription: How to release\n---\n\nTag, then publish.\n";
    const project = await createProject({
      ".claude/skills/release/SKILL.md": skill,
      ".agents/skills/release/SKILL.md": skill,
      ".cursor/skills/release/SKILL.md": skill,
    });
    const { actions } = await json(project, "import");
    expect(actions).toHaveLength(1);
    expect(actions[0]?.sources).toHaveLength(3);
    expect(await changes(project, "export", "--to", "skill,claude,cursor")).toEqual([]);
  });
});

describe("skills of one name with different texts", () => {
  it("are rules of their own, which exports write side by side under names of their own", async () => {
    const skill = (text: string): string => `---\nname: deploy\ndescription: How to deploy\n---\n\n${text}\n`;
    const project = await createProject({
      ".agents/skills/deploy/SKILL.md": skill("Deploy from the trunk."),
      ".claude/skills/deploy/SKILL.md": skill("Deploy from a tag."),
      "packages/web/.claude/skills/deploy/SKILL.md": skill("Deploy the assets."),
    });
    expect((await json(project, "import")).actions.map(({ path }) => path)).toEqual([
      ".precept/rules/deploy.md",
      ".precept/rules/deploy-claude.md",
      "packages/web/.precept/rules/deploy.md",
    ]);
    expect(await changes(project, "export", "--to", "claude")).toEqual(["create .claude/skills/deploy-2/SKILL.md"]);
    expect(await read(project, ".claude/skills/deploy-2/SKILL.md")).toContain("trunk");
    expect(await read(project, ".claude/skills/deploy/SKILL.md")).toBe(skill("Deploy from a tag."));
    expect((await project.precept(["export", "--to", "claude", "--check"])).code).toBe(0);
  });
});

describe("nearly the same text", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `Rule number ${at}.`);
  const left = `${lines.join("\n")}\n`;
  const right = left.replace("Rule number 7.", "Rule seven.\nAnd a half.");
  const files = { "AGENTS.md": left, "CLAUDE.md": right };

  it("is imported side by side, and shown with its difference", async () => {
    const project = await createProject(files);
    const { similar, actions } = await json(project, "import", "--dry-run");
    expect(actions).toHaveLength(2);
    expect(similar).toMatchObject([{ paths: ["AGENTS.md", "CLAUDE.md"] }]);
    expect(similar[0]?.ratio).toBeCloseTo(38 / 41);
    expect(similar[0]?.difference).toContain("-Rule number 7.\n+Rule seven.\n+And a half.\n");
    const { out, code } = await project.precept(["import"]);
    expect(code).toBe(0);
    expect(out).toContain("similar  AGENTS.md and CLAUDE.md (92 % of their lines are the same)");
    expect(out).toContain("+And a half.");
  });

  it("is advised to be merged in a way that works, before and after the import", async () => {
    const project = await createProject(files);
    expect((await project.precept(["import", "--dry-run"])).out).toContain("--merge makes one rule of them");
    expect((await project.precept(["import"])).out).toContain("`precept revert`, then run `precept import --merge`");
    await project.precept(["revert", "--yes"]);
    await project.precept(["import", "--merge"]);
    expect(((await json(project, "list")) as unknown as { rules: unknown[] }).rules).toHaveLength(2);
    expect(await read(project, ".precept/rules/CLAUDE.md")).toContain("targets");
  });

  it("becomes one rule with --merge, and an overlay with the lines that only the file of one tool has", async () => {
    const project = await createProject(files);
    const { actions, similar } = await json(project, "import", "--merge");
    expect({ actions, similar }).toMatchObject({
      similar: [],
      actions: [{ sources: ["AGENTS.md", "CLAUDE.md"] }, { sources: ["CLAUDE.md"] }],
    });
    expect((await json(project, "list")) as unknown).toMatchObject({
      rules: [
        { name: "AGENTS", content: left },
        { name: "CLAUDE", content: "Rule seven.\nAnd a half.\n", tool_targets: ["claude"] },
      ],
    });
    const to = "agents,claude,copilot";
    expect(await changes(project, "export", "--to", to)).toEqual(["create .claude/rules/CLAUDE.md", "update CLAUDE.md"]);
    expect([await read(project, "AGENTS.md"), await read(project, "CLAUDE.md")]).toEqual([left, "@AGENTS.md\n"]);
    expect((await project.precept(["export", "--to", to, "--check"])).code).toBe(0);
    expect((await project.precept(["revert", "--yes"])).code).toBe(0);
    expect([await read(project, "AGENTS.md"), await read(project, "CLAUDE.md")]).toEqual([left, right]);
  });

  it("has the heading of the lines in an overlay, and none if a tool's file has no line of its own", async () => {
    const text = `# House\n\n${left}`;
    const own = `${text}\n## Tests\n\nOld test.\n`;
    const project = await createProject({
      "AGENTS.md": own,
      ".cursor/rules/house.mdc": `---\nalwaysApply: true\n---\n${own.replace("Old test.", "Old test.\nNew test.")}`,
      "CLAUDE.md": own.replace("Old test.\n", ""),
    });
    await project.precept(["import", "--merge"]);
    const { rules } = (await json(project, "list")) as unknown as { rules: { name: string; content: string }[] };
    expect(rules.map(({ name, content }) => [name, content])).toEqual([
      ["AGENTS", own],
      ["house", "## Tests\n\nNew test.\n"],
    ]);
  });

  it("has all lines if it is of several files of one tool", async () => {
    const asCursorRule = (text: string): string => `---\nalwaysApply: true\n---\n${text}`;
    const project = await createProject({
      ".cursor/rules/a.mdc": asCursorRule(left),
      ".cursor/rules/b.mdc": asCursorRule(right),
    });
    await project.precept(["import", "--merge"]);
    const merged = left.replace("Rule number 7.", "Rule number 7.\nRule seven.\nAnd a half.");
    expect((await json(project, "list")) as unknown).toMatchObject({ rules: [{ content: merged }] });
    await changes(project, "export", "--to", "cursor");
    expect([await read(project, ".cursor/rules/a.mdc"), await read(project, ".cursor/rules/b.mdc")]).toEqual([
      asCursorRule(merged),
      asCursorRule(merged),
    ]);
  });

  it.each([
    [true, ["Rule seven.\nAnd a half.\n"]],
    [false, []],
  ])("is merged at a terminal if the user agrees: %s", async (answer, overlays) => {
    const project = await createProject(files);
    const { out } = await project.precept(["import"], { interactive: true, answer });
    expect(out).toContain("And a half.");
    const { rules } = (await json(project, "list")) as unknown as { rules: { content: string; tool_targets: string[] }[] };
    expect(rules.flatMap((one) => (one.tool_targets.length === 0 ? [] : [one.content]))).toEqual(overlays);
  });

  it("is shown with the rule that a new file is nearly the same as, whatever its tool", async () => {
    const project = await createProject({ "AGENTS.md": left });
    await project.precept(["import"]);
    await writeFile(join(project.dir, "CLAUDE.md"), right);
    const { similar, actions } = await json(project, "import", "--dry-run");
    expect(actions).toMatchObject([{ kind: "create", path: ".precept/rules/CLAUDE.md" }]);
    expect(similar).toMatchObject([{ paths: [".precept/rules/AGENTS.md", "CLAUDE.md"] }]);
    expect(similar[0]?.difference).toContain("-Rule number 7.\n+Rule seven.\n+And a half.\n");
    expect((await json(project, "import")).similar).toHaveLength(1);
    expect((await json(project, "import")).similar).toEqual([]);
  });

  it("gives an overlay to the rule that was there with --merge, which an export writes to all files", async () => {
    const project = await createProject({ "AGENTS.md": left });
    await project.precept(["import"]);
    await writeFile(join(project.dir, "CLAUDE.md"), right);
    await writeFile(join(project.dir, "GEMINI.md"), left);
    const { actions, similar } = await json(project, "import", "--merge");
    expect(similar).toEqual([]);
    expect(actions).toMatchObject([
      { kind: "unchanged", path: ".precept/rules/AGENTS.md", sources: ["GEMINI.md", "CLAUDE.md"] },
      { kind: "create", path: ".precept/rules/CLAUDE.md", sources: ["CLAUDE.md"] },
    ]);
    const to = "agents,claude,gemini";
    expect(await changes(project, "export", "--to", to)).toEqual(["create .claude/rules/CLAUDE.md", "update CLAUDE.md"]);
    expect([await read(project, "CLAUDE.md"), await read(project, "GEMINI.md")]).toEqual([left, left]);
    expect((await project.precept(["export", "--to", to, "--check"])).code).toBe(0);
    expect((await project.precept(["revert", "--yes"])).code).toBe(0);
    expect([await read(project, "AGENTS.md"), await read(project, "CLAUDE.md")]).toEqual([left, right]);
  });

  it("of rules of different tools becomes one rule that applies wherever one does, and an overlay keeps its own conditions", async () => {
    const cursor = `---\nglobs: a/**\n---\n\n${right}`;
    const project = await createProject({ "AGENTS.md": left, ".cursor/rules/a.mdc": cursor });
    expect((await json(project, "import", "--dry-run")).similar).toHaveLength(1);
    await project.precept(["import", "--merge"]);
    expect((await json(project, "list")) as unknown).toMatchObject({
      rules: [
        { name: "AGENTS", content: left, inclusion: "always" },
        { name: "a", content: "Rule seven.\nAnd a half.\n", inclusion: "fileMatch", globs: ["a/**"], tool_targets: ["cursor"] },
      ],
    });
    const to = "agents,cursor";
    expect((await project.precept(["export", "--to", to, "--yes"])).code).toBe(0);
    expect(await read(project, "AGENTS.md")).toBe(left);
    const written = await readdir(join(project.dir, ".cursor/rules"));
    const texts = await Promise.all(written.map((name) => read(project, `.cursor/rules/${name}`)));
    expect(texts.join("")).toContain("And a half.");
    expect(texts.join("")).not.toContain("Rule number 1.");
    expect((await project.precept(["export", "--to", to, "--check"])).code).toBe(0);
    expect((await project.precept(["revert", "--yes"])).code).toBe(0);
    expect([await read(project, "AGENTS.md"), await read(project, ".cursor/rules/a.mdc")]).toEqual([left, cursor]);
  });

  it.each([
    ["rules of one tool", ".cursor/rules/b.mdc", "globs: b/**"],
    ["a skill and a rule", ".claude/skills/b/SKILL.md", "name: b\ndescription: Numbers"],
  ])("is not compared between %s that apply in different cases", async (_, path, header) => {
    const project = await createProject({
      ".cursor/rules/a.mdc": `---\nglobs: a/**\n---\n\n${left}`,
      [path]: `---\n${header}\n---\n\n${right}`,
    });
    expect((await json(project, "import")).similar).toEqual([]);
  });
});
