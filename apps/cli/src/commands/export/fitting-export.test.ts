import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

async function exportJson({ precept }: TestProject, ...args: string[]) {
  const { out, code } = await precept(["export", ...args, "--json"]);
  return {
    code,
    ...(JSON.parse(out) as { actions: { kind: string; path: string }[]; detected?: { target: string; path?: string }[] }),
  };
}

async function read({ dir }: TestProject, path: string): Promise<string> {
  return readFile(join(dir, path), "utf8");
}

describe("CLAUDE.md as a link to AGENTS.md", () => {
  it("does not make AGENTS.md grow with each export, and passes --check", async () => {
    const project = await createProject({ "AGENTS.md": "# House\n\nBe kind.\n" });
    await symlink("AGENTS.md", join(project.dir, "CLAUDE.md"));
    await project.precept(["import"]);
    const first = await project.precept(["export", "--to", "agents,claude"]);
    expect(first.code).toBe(0);
    for (let time = 0; time < 3; time += 1) {
      expect((await project.precept(["export", "--to", "agents,claude"])).code).toBe(0);
      expect(await read(project, "AGENTS.md")).toBe("# House\n\nBe kind.\n");
    }
    expect((await project.precept(["export", "--to", "agents,claude", "--check"])).code).toBe(0);
    expect((await readdir(project.dir)).toSorted()).toEqual([".precept", "AGENTS.md", "CLAUDE.md"]);
  });

  it("serves Claude Code from the first export on, before which it led nowhere", async () => {
    const project = await createProject({ ".precept/rules/house.md": nativeRule("house", {}, "Be kind.") });
    await symlink("AGENTS.md", join(project.dir, "CLAUDE.md"));
    expect((await exportJson(project, "--to", "agents,claude")).actions.map(({ kind, path }) => [kind, path])).toEqual([
      ["create", "AGENTS.md"],
    ]);
    expect((await project.precept(["export", "--to", "agents,claude", "--check"])).code).toBe(0);
  });

  it("serves Claude Code, also if only AGENTS.md was imported", async () => {
    const project = await createProject({ ".precept/rules/house.md": nativeRule("house", {}, "Be kind.") });
    await project.precept(["export", "--to", "agents"]);
    await symlink("AGENTS.md", join(project.dir, "CLAUDE.md"));
    expect((await exportJson(project, "--to", "agents,claude")).actions.map(({ kind, path }) => [kind, path])).toEqual([
      ["unchanged", "AGENTS.md"],
    ]);
  });
});

describe("a link in a subdirectory to a file of the project", () => {
  it("is named with the file that is written, where a tool reads both", async () => {
    const project = await createProject({ "CLAUDE.md": "Be kind.\n", "packages/api/main.ts": "" });
    await symlink("../../CLAUDE.md", join(project.dir, "packages/api/AGENTS.md"));
    const { out } = await project.precept(["export", "--to", "windsurf", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ twice: [{ paths: ["packages/api/AGENTS.md", ".devin/rules/CLAUDE.md"] }] });
  });
});

describe("a second export", () => {
  it("writes the imports of an imported file as the first did, although other rules joined it", async () => {
    const project = await createProject({
      "GEMINI.md": "# Service\n\n@docs/architecture.md\n",
      "docs/architecture.md": "# A\n\nQueues.\n",
      ".claude/rules/naming.md": "Names are nouns.\n",
    });
    await project.precept(["import"]);
    await project.precept(["export", "--to", "gemini"]);
    expect(await read(project, "GEMINI.md")).toMatch(/^@docs\/architecture\.md$/m);
    expect((await project.precept(["export", "--to", "gemini", "--check"])).code).toBe(0);
  });

  it("has the same rules if files of other tools with the same text were not imported", async () => {
    const project = await createProject({ "GEMINI.md": "Be kind.\n", ".cursorrules": "Be kind.\n" });
    const to = ["export", "--to", "codex,gemini", "--lossy"];
    await project.precept(to);
    expect(await read(project, "AGENTS.md")).toBe("Be kind.\n");
    const { code, out } = await project.precept([...to, "--check"]);
    expect({ code, out }).toMatchObject({ code: 0 });
  });

  it("has the same files after eject, if a subdirectory has rules", async () => {
    const project = await createProject({
      "packages/a/.cursor/rules/local.mdc": "---\nalwaysApply: true\n---\n\nLocal.\n",
    });
    await project.precept(["import"]);
    await project.precept(["export", "--to", "claude", "--lossy"]);
    await project.precept(["eject", "--to", "claude", "--yes"]);
    const to = ["export", "--to", "windsurf,claude,cline"];
    const first = await project.precept(to);
    expect(first.out).not.toContain("local-2");
    const { code, out } = await project.precept([...to, "--check"]);
    expect({ code, out }).toMatchObject({ code: 0 });
  });

  it("has the same files after eject, if a rule with patterns is that of a subdirectory", async () => {
    const project = await createProject({ "local/AGENTS.md": "Local.\n", "CLAUDE.md": "Everywhere.\n" });
    const to = ["export", "--to", "cursor,cline"];
    await project.precept(to);
    await project.precept(["eject", "--yes"]);
    expect((await project.precept(to)).out).toContain("nothing to do");
  });

  it("is named with its rule if the file that it leads to is outdated, for tools that read it there too", async () => {
    const project = await createProject({ ".cursorrules": "Be kind.\n" });
    await symlink(".cursorrules", join(project.dir, "AGENTS.md"));
    await project.precept(["import"]);
    const path = join(project.dir, ".precept/rules/cursorrules.md");
    await writeFile(path, `${await readFile(path, "utf8")}\nAsk first.\n`);
    const { out } = await project.precept(["export", "--to", "claude"]);
    expect(out).toContain('Claude Code  reads "cursorrules" in AGENTS.md: It has another text than the rule.');
  });

  it("writes the same sections twice to a file that was imported with a name of its own", async () => {
    const project = await createProject({
      "CLAUDE.md": "Be kind.\n",
      ".kiro/steering/product.md": "Be kind.\n",
      ".claude/skills/deploy/SKILL.md": "---\nname: deploy\ndescription: How to deploy\n---\n\nFrom the trunk.\n",
    });
    await symlink("CLAUDE.md", join(project.dir, "AGENTS.md"));
    await project.precept(["import"]);
    await project.precept(["export", "--to", "agents", "--lossy"]);
    expect(await read(project, "CLAUDE.md")).toContain("<!-- precept: rule product -->");
    expect((await project.precept(["export", "--to", "agents", "--lossy", "--check"])).code).toBe(0);
  });

  it("writes a rule for the project whose file is a link to one in a subdirectory", async () => {
    const project = await createProject({ "web/GEMINI.md": "Be kind.\n" });
    await symlink("web/GEMINI.md", join(project.dir, "GEMINI.md"));
    await project.precept(["export", "--to", "claude"]);
    expect(await read(project, ".claude/rules/GEMINI.md")).toContain("Be kind.");
    expect((await project.precept(["export", "--to", "claude", "--check"])).code).toBe(0);
  });

  it("writes a rule for the project although a link in a subdirectory leads to it", async () => {
    const project = await createProject({
      "GEMINI.md": "One.\n",
      "CLAUDE.md": "One.\n",
      ".cursor/rules/a.mdc": "Two.\n",
      "web/a.txt": "",
    });
    await symlink("../CLAUDE.md", join(project.dir, "web/GEMINI.md"));
    await project.precept(["import"]);
    await project.precept(["export", "--to", "gemini"]);
    expect(await read(project, "GEMINI.md")).toContain("One.");
    await project.precept(["export", "--to", "gemini"]);
    expect(await read(project, "GEMINI.md")).toContain("One.");
    expect(await read(project, "CLAUDE.md")).toBe("One.\n");
  });
});

describe("rules that a tool reads twice", () => {
  it("are one line, also if they are in the files of several directories", async () => {
    const project = await createProject({
      // Claude Code would import the file that AGENTS.md only mentions, so CLAUDE.md cannot import AGENTS.md.
      ".precept/rules/house.md": nativeRule("house", {}, "Be kind. See @~/kind.md."),
      ".precept/rules/api.md": nativeRule("api", { globs: '["api/**"]' }, "Validate. See @~/api.md."),
      ".precept/rules/web.md": nativeRule("web", { globs: '["web/**"]' }, "Escape. See @~/web.md."),
      "api/a.txt": "",
      "web/a.txt": "",
    });
    const { out } = await project.precept(["export", "--to", "agents,claude"]);
    expect(out).toMatch(/^ {2}Claude Code +"api", "house", "web" in \*\*\/AGENTS\.md and \.claude\/rules$/m);
    expect((await project.precept(["export", "--to", "agents,claude", "--check"])).code).toBe(0);
  });

  it("are listed with the condition under which the tool reads both files", async () => {
    const project = await createProject({ ".precept/rules/types.md": nativeRule("types", { globs: '["*.ts"]' }, "Strict.") });
    const { out } = await project.precept(["export", "--to", "claude,copilot"]);
    expect(out).toMatch(/^ {2}GitHub Copilot +"types" in .*\.claude\/rules.* \(only in VS Code\)$/m);
    const seen = await project.precept(["explain", "a.ts", "--tool", "copilot"]);
    expect(seen.out).toMatch(
      /GitHub Copilot reads in several files[^]*types\.md +.*\.claude\/rules\/types\.md \(only in VS Code\)/,
    );
  });
});

describe("words that a tool would replace in the file that it imports", () => {
  it("get backticks there, which an import of an edit does not put into the rule", async () => {
    const project = await createProject({
      ".precept/rules/house.md": nativeRule("house", {}, "Use @types/node."),
      ".precept/rules/tests.md": nativeRule("tests", {}, "Test with @acme/test."),
    });
    await project.precept(["export", "--to", "codex,gemini"]);
    expect(await read(project, "GEMINI.md")).toBe("@AGENTS.md\n");
    const shared = await read(project, "AGENTS.md");
    expect(shared).toContain("Use `@types/node.`\n");
    await writeFile(join(project.dir, "AGENTS.md"), shared.replace("Use `@types/node.`\n", "Use `@types/node.`\n\nBe kind.\n"));
    await project.precept(["import"]);
    expect(await read(project, ".precept/rules/house.md")).toContain("Use @types/node.\n\nBe kind.\n");
    expect(await read(project, ".precept/rules/tests.md")).toContain("Test with @acme/test.");
    expect((await project.precept(["export", "--to", "codex,gemini", "--check"])).code).toBe(0);
    expect((await project.precept(["export", "--to", "codex", "--check"])).code).toBe(0);
    expect((await project.precept(["export", "--to", "gemini", "--check"])).code).toBe(0);
  });

  it("are escaped in place of imports of rule files with conditions, which the import would ignore", async () => {
    const project = await createProject({
      ".github/copilot-instructions.md": "Read @.github/instructions/api.instructions.md for the API.\n",
      ".github/instructions/api.instructions.md": '---\napplyTo: "api/**"\n---\n\nValidate.\n',
    });
    await project.precept(["import"]);
    await project.precept(["export", "--to", "gemini"]);
    expect(await read(project, "GEMINI.md")).toContain("Read `@.github/instructions/api.instructions.md` for the API.");
  });
});

describe("precept export --to detected", () => {
  const files = {
    ".precept/rules/house.md": nativeRule("house", {}, "Be kind."),
    ".precept/rules/types.md": nativeRule("types", { globs: '["*.ts"]' }, "Strict."),
    ".cursor/rules/own.mdc": "---\nalwaysApply: true\n---\n\nOwn.\n",
    "AGENTS.md": "Hand-written.\n",
  };

  it("writes for the tools whose files are in the project, and says so", async () => {
    const project = await createProject(files);
    await project.precept(["import"]);
    const { out } = await project.precept(["export", "--to", "detected", "--dry-run"]);
    expect(out).toContain("Detected: Cursor (.cursor/rules/own.mdc), AGENTS.md (AGENTS.md)\n");
    const { detected } = await exportJson(project, "--to", "detected", "--yes");
    expect(detected?.map(({ target }) => target)).toEqual(["cursor", "agents"]);
    expect(await read(project, ".cursor/rules/types.mdc")).toContain("Strict.");
  });

  it("is a value of export.to, alone or in a list, and stands for the tools of the ledger too", async () => {
    const project = await createProject({
      ".precept/rules/house.md": nativeRule("house"),
      ".precept/config.yaml": "export: { to: detected }\n",
    });
    expect(await project.precept(["export"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("No tool to export to") as string,
    });
    await project.precept(["export", "--to", "kiro"]);
    expect((await exportJson(project)).detected?.map(({ target }) => target)).toEqual(["kiro"]);
    await writeFile(join(project.dir, ".precept/config.yaml"), "export: { to: [detected, gemini] }\n");
    expect((await exportJson(project)).actions.map(({ path }) => path)).toEqual([".kiro/steering/house.md", "GEMINI.md"]);
    expect((await project.precept(["doctor"])).out).not.toContain("export.to");
  });

  it("is what init writes to the configuration of a project with rule files of other tools", async () => {
    const project = await createProject({
      ".cursor/rules/own.mdc": "---\nalwaysApply: true\n---\n\nOwn.\n",
      "GEMINI.md": "Mine.\n",
    });
    const { out } = await project.precept(["init"]);
    expect(out).toContain("stands for the tools that the project uses: Cursor, Gemini CLI.");
    expect(await read(project, ".precept/config.yaml")).toContain("export:\n  to: detected\n");
    expect((await project.precept(["doctor"])).code).toBe(0);
    const other = await createProject({});
    await other.precept(["init"]);
    expect(await read(other, ".precept/config.yaml")).not.toContain("export");
  });
});

describe("a file that is larger than its tool reads", () => {
  const files = Object.fromEntries(
    [1, 2, 3, 4].map((number) => [`.precept/rules/r${number}.md`, nativeRule(`r${number}`, {}, "word ".repeat(number * 1500))]),
  );

  it.each(["codex", "agents"])("is not written for %s, with the largest rules, and other tools get theirs", async (tool) => {
    const project = await createProject(files);
    const { code, out } = await project.precept(["export", "--to", `${tool},kiro`]);
    expect(code).toBe(1);
    expect(out).toMatch(/AGENTS\.md for .*: 75,\d+ bytes, more than 32,768\n/);
    expect(out).toContain('"r4" 30,001, "r3" 22,501');
    expect(out).toContain("--over-limit");
    expect((await readdir(project.dir)).toSorted()).toEqual([".kiro", ".precept"]);
    const { actions } = await exportJson(project, "--to", `${tool},kiro`);
    expect(actions.filter(({ kind }) => kind !== "unchanged")).toMatchObject([
      { kind: "blocked", path: "AGENTS.md", reason: "tooLong" },
    ]);
  });

  it("is written if one of its tools reads it whole, and is reported for the other", async () => {
    const project = await createProject(files);
    const { code, out } = await project.precept(["export", "--to", "codex,amp"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("too long  AGENTS.md for Codex: 75,") as string });
    expect(await read(project, "AGENTS.md")).toContain("word word");
  });

  it("is written with --over-limit, which still says so", async () => {
    const project = await createProject(files);
    const { code, out } = await project.precept(["export", "--to", "codex", "--over-limit"]);
    expect(code).toBe(0);
    expect(out).toContain("too long  AGENTS.md for Codex: 75,");
    expect(await read(project, "AGENTS.md")).toContain("word word");
  });

  it("counts the files of the parent directories with it, and hand-written ones", async () => {
    const half = "word ".repeat(4000);
    const project = await createProject({
      "AGENTS.md": half,
      "packages/api/.precept/rules/api.md": nativeRule("api", {}, half),
    });
    const { code, out } = await project.precept(["export", "--to", "codex"]);
    expect(code).toBe(1);
    expect(out).toContain("packages/api/AGENTS.md for Codex: 40,");
  });

  it("is not written if Precept itself could not read the file back", async () => {
    const project = await createProject({
      ".precept/rules/r.md": nativeRule("r", {}, "x".repeat(200_000)),
      ".precept/rules/s.md": nativeRule("s", {}, "y".repeat(90_000)),
    });
    const { code, out } = await project.precept(["export", "--to", "gemini"]);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("Precept reads files of up to 256 KiB") as string });
  });
});

describe("a rule that is longer than one of its tools reads", () => {
  const sections = Array.from({ length: 20 }, (_, at) => `## Section ${at}\n\n${"word ".repeat(135)}\n`);
  const text = sections.join("\n");
  const to = ["export", "--to", "cursor,claude,windsurf"];

  it("is cut at a heading for this tool, which reads the rest in the file of the rule, and whole for the others", async () => {
    const project = await createProject({ ".precept/rules/big.md": nativeRule("big", {}, text) });
    const { code, out } = await project.precept(to);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toContain("refers to .precept/rules/big.md for the rest");
    const file = await read(project, ".devin/rules/big.md");
    expect(file).toMatch(/word\n\nThe rest of this rule is in `\.precept\/rules\/big\.md`\. Read it there\.\n$/);
    expect(file.match(/^## /gm)).toHaveLength(17);
    expect(await read(project, ".cursor/rules/big.mdc")).toContain("## Section 19");
    expect(await read(project, ".claude/rules/big.md")).toContain("## Section 19");
    expect((await project.precept([...to, "--check"])).code).toBe(0);
    const { reduced } = JSON.parse((await project.precept([...to, "--json"])).out) as { reduced: { target: string }[] };
    expect(reduced.filter(({ target }) => target === "windsurf")).toMatchObject([
      { target: "windsurf", notes: [{ field: "content", kind: "lost", message: expect.stringContaining("line") as string }] },
    ]);
  });

  it("is not written for this tool if it cannot be cut, with advice that fits", async () => {
    const project = await createProject({
      ".precept/rules/big.md": nativeRule("big", { globs: '["*.ts"]' }, "word ".repeat(3000)),
    });
    const { code, out } = await project.precept(to);
    expect(code).toBe(1);
    expect(out).toContain('Shorten "big", or pass --over-limit to write the file as it is.');
    expect(out).not.toContain("inclusion:");
    expect(await read(project, ".cursor/rules/big.mdc")).toContain("word word");
    expect((await exportJson(project, "--to", "cursor,claude,windsurf")).actions).toMatchObject([
      { kind: "unchanged", path: ".claude/rules/big.md" },
      { kind: "unchanged", path: ".cursor/rules/big.mdc" },
      { kind: "blocked", path: ".devin/rules/big.md", reason: "tooLong" },
    ]);
  });
});

describe("the summary of an export with 105 rules", () => {
  const harmless = Object.fromEntries(
    Array.from({ length: 104 }, (_, index) => {
      return [`.precept/rules/r${index}.md`, nativeRule(`r${index}`, { priority: 60, tags: "[a]" }, `Text ${index}.`)];
    }),
  );
  const project = () =>
    createProject({ ...harmless, ".precept/rules/types.md": nativeRule("types", { globs: '["*.ts"]' }, "Strict.") });

  it("shows the one real loss first, and folds what all tools lack", async () => {
    const { precept } = await project();
    const { out } = await precept(["export", "--to", "agents,zed,codex"]);
    const lines = out.split("\n").filter((line) => !/^(?:created|$)/.test(line));
    expect(lines).toEqual([
      "Left out (--lossy writes them anyway)",
      "  types  left out for AGENTS.md, Zed, Codex: no rules that apply by file",
      "Written with less (--all lists each rule)",
      "  description  AGENTS.md, Zed, Codex: no descriptions  (104 rules)",
      "  priority     AGENTS.md, Zed, Codex: no priorities    (104 rules)",
      "  tags         AGENTS.md, Zed, Codex: no tags          (104 rules)",
      "2 created, 1 left out",
    ]);
  });

  it("lists each rule with --all, and in JSON", async () => {
    const { precept } = await project();
    expect((await precept(["export", "--to", "agents,zed", "--dry-run", "--all"])).out.match(/^ {2}r\d+ /gm)).toHaveLength(208);
    const { out } = await precept(["export", "--to", "agents,zed", "--json"]);
    const { left, reduced } = JSON.parse(out) as { left: unknown[]; reduced: unknown[] };
    expect([left.length, reduced.length]).toEqual([2, 208]);
  });

  it("lists the first ten of many rules with the same reason, after the reasons that are rare", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `.precept/rules/r${index}.md`,
        nativeRule(`r${index}`, { globs: '["*.ts"]' }, "Text."),
      ]),
    );
    const { precept } = await createProject({
      ...many,
      ".precept/rules/ask.md": nativeRule("ask", { inclusion: "relevant" }, "Text."),
    });
    const { out } = await precept(["export", "--to", "gemini"]);
    const lines = out.split("\n").filter((line) => line.includes("left out for"));
    expect(lines).toHaveLength(12);
    expect(lines[0]).toContain("ask ");
    expect(lines.at(-1)).toContain("and 90 rules more");
  });
});

describe("a rule of a directory", () => {
  it("is written once the directory exists, although no rule changed", async () => {
    const project = await createProject({
      ".precept/rules/api.md": nativeRule("api", { globs: '["packages/api/**"]' }, "Validate."),
    });
    const { out } = await project.precept(["export", "--to", "codex"]);
    expect(out).toContain("The directory packages/api does not exist");
    await mkdir(join(project.dir, "packages/api"), { recursive: true });
    expect((await project.precept(["export", "--to", "codex"])).out).toContain("created  packages/api/AGENTS.md");
    expect(await read(project, "packages/api/AGENTS.md")).toBe("Validate.\n");
    expect((await exportJson(project, "--to", "codex")).actions).toMatchObject([{ kind: "unchanged" }]);
  });
});
