import { hostIds } from "@precept/agent-hooks";
import { findDialect } from "@precept/mdc-compat";
import type { WireToolComparison, WireToolView } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../terminal/layout.ts";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  ".git/HEAD": "",
  ".precept/rules/style.md": nativeRule("style"),
  ".precept/rules/ts.md": nativeRule("ts", { inclusion: "fileMatch", globs: '"src/**/*.ts"' }),
  ".cursor/rules/hand.mdc": "---\nalwaysApply: true\n---\n\nWritten by hand.\n",
  "CLAUDE.md": "For Claude.\n",
  "AGENTS.md": "For agents.\n",
};

describe("precept explain --tool", () => {
  it("shows what the tool itself reads, what it does not read, and the rules that it misses", async () => {
    const { precept, dir } = await createProject(files);
    await precept(["export", "--to", "claude", "--from", "precept"]);
    const { out, code } = await precept(["explain", "src/a.ts", "--tool", "claude"]);
    expect(out.replaceAll(dir, "/project")).toMatchInlineSnapshot(`
      "project  /project
      seen by  Claude Code
      files    src/a.ts

      Applies (3 rules of 3: 39 characters, ~11 tokens)
        1  CLAUDE  always included
           CLAUDE.md · project · priority 50 · 12 characters, ~3 tokens
        2  style  always included
           .claude/rules/style.md · project · priority 50 · 15 characters, ~4 tokens
        3  ts  file pattern matched: src/**/*.ts (src/a.ts)
           .claude/rules/ts.md · project · priority 50 · 12 characters, ~4 tokens

      Budget (tokens by tokenx, an estimate)
        4,194,304 bytes for each rule  limit of claude

      Claude Code reads (3 files)
        CLAUDE.md
        .claude/rules/style.md
        .claude/rules/ts.md

      More about what Claude Code reads
        Claude Code reads \`AGENTS.md\` from version 2.1.277 on. A setting can make it read both files, or neither.

      Claude Code does not read (2 files)
        .cursor/rules/hand.mdc  Claude Code does not read such files
        AGENTS.md               Claude Code reads it only without CLAUDE.md
      "
    `);
    expect(code).toBe(0);
    const cursor = (await precept(["explain", "--tool", "cursor"])).out;
    expect(cursor).toContain("Rules of Precept that Cursor does not read (2 rules)\n  style  exported to .claude/rules/style.md");
  });

  it("answers differently for each tool, and as data", async () => {
    const { precept } = await createProject(files);
    const readBy = async (tool: string): Promise<readonly string[]> => {
      const { view } = JSON.parse((await precept(["explain", "--tool", tool, "--json"])).out) as { view: WireToolView };
      return view.files.filter(({ status }) => status === "read").map(({ path }) => path);
    };
    expect(await readBy("claude")).toEqual(["CLAUDE.md"]);
    expect(await readBy("cursor")).toEqual([".cursor/rules/hand.mdc", "AGENTS.md", "CLAUDE.md"]);
    expect(await readBy("codex")).toEqual(["AGENTS.md"]);
    expect(await readBy("copilot-cli")).toEqual(["AGENTS.md", "CLAUDE.md"]);
    const claude = await precept(["resolve", "--tool", "claude"]);
    expect(claude.out).toContain("For Claude.");
    expect(claude.out).not.toContain("For agents.");
    const delivered = await precept(["resolve", "--tool", "claude", "--view", "rules"]);
    expect(delivered.out).toContain("For agents.");
  });

  it("refuses unknown tools in every command, and accepts the targets of rules", async () => {
    const { precept } = await createProject({ ...files, ".precept/rules/own.md": nativeRule("own", { targets: "[my-agent]" }) });
    for (const command of ["explain", "resolve", "list", "search x", "watch"]) {
      const { err, code } = await precept([...command.split(" "), "--tool", "bogus"]);
      expect([command, code]).toEqual([command, 2]);
      expect(err).toContain('Unknown tool "bogus". Known tools: ');
    }
    expect((await precept(["explain", "--compare", "claude,curser"])).err).toContain('Did you mean "cursor"?');
    const own = await precept(["resolve", "--tool", "my-agent"]);
    expect(own.out).toContain("Text of own.");
    expect((await precept(["resolve", "--tool", "my-agnt"])).err).toContain('Did you mean "my-agent"?');
  });

  it("knows the names of all hook hosts", async () => {
    expect(hostIds.filter((id) => findDialect(id) === undefined)).toEqual([]);
    const { precept } = await createProject(files);
    expect((await precept(["explain", "--tool", "droid"])).out).toContain("seen by  Factory");
  });

  it("refuses limits that the tool does not have", async () => {
    const { precept } = await createProject(files);
    const { err, code } = await precept(["explain", "--tool", "claude", "--max-tokens", "5"]);
    expect(err).toContain("--max-tokens cannot be combined with --tool, unless there is --view rules.");
    expect(code).toBe(2);
    expect((await precept(["explain", "--tool", "claude", "--view", "rules", "--max-tokens", "5"])).code).toBe(0);
    expect((await precept(["explain", "--view", "tool"])).err).toContain("--view tool requires --tool.");
  });

  it("says which files a limit of the tool cuts", async () => {
    const { precept } = await createProject({ "AGENTS.md": "word ".repeat(8000), "src/AGENTS.md": "Last.\n" });
    const { out } = await precept(["explain", "src/a.ts", "--tool", "codex"]);
    expect(out).toContain("cut to fit");
    expect(out).toContain("Dropped by the budget (1 rule)");
    expect(out).toContain("The tool reads 32,768 bytes of it.");
  });
});

describe("precept explain --compare", () => {
  it("shows rules and tools side by side in 80 columns", async () => {
    const { precept } = await createProject(files);
    await precept(["export", "--to", "claude", "--from", "precept"]);
    const { out } = await precept(["explain", "src/a.ts", "--compare", "cursor,claude,codex"], {
      columns: 80,
      interactive: true,
      env: { NO_COLOR: "1" },
    });
    expect(Math.max(...out.split("\n").map((line) => displayWidth(line)))).toBeLessThanOrEqual(80);
    expect(out).toMatchInlineSnapshot(`
      "                        cursor    claude    codex
      AGENTS.md               read      not read  read
      CLAUDE.md               read      read      not read
      .cursor/rules/hand.mdc  read      not read  not read
      style                   not read  read      not read
      ts                      not read  read      not read

      AGENTS.md
        cursor  read · AGENTS.md · always
        claude  not read · Claude Code reads it only without CLAUDE.md
        codex   read · AGENTS.md · always

      CLAUDE.md
        cursor  read · CLAUDE.md · always · only in Cursor CLI
        claude  read · CLAUDE.md · always
        codex   not read · Codex does not read such files

      .cursor/rules/hand.mdc
        cursor  read · .cursor/rules/hand.mdc · always
        claude  not read · Claude Code does not read such files
        codex   not read · Codex does not read such files

      style
        cursor  not read · exported to .claude/rules/style.md, which Cursor does not
                read
        claude  read · .claude/rules/style.md · always
        codex   not read · exported to .claude/rules/style.md, which Codex does not
                read

      ts
        cursor  not read · exported to .claude/rules/ts.md, which Cursor does not read
        claude  read · .claude/rules/ts.md · src/**/*.ts
        codex   not read · exported to .claude/rules/ts.md, which Codex does not read
      "
    `);
  });

  it("answers as data, with the conditions of each tool", async () => {
    const { precept } = await createProject({
      ".cursor/rules/a.mdc": "---\nglobs: src/**/*.ts\nalwaysApply: false\n---\n\nA.\n",
      "AGENTS.md": "word ".repeat(8000),
    });
    const { out } = await precept(["explain", "x.py", "--compare", "cursor,crush,codex", "--json"]);
    const { tools, rules } = JSON.parse(out) as WireToolComparison;
    expect(tools).toEqual(["cursor", "crush", "codex"]);
    expect(rules.map(({ name, conditions_differ: differ, cells }) => [name, differ, cells.map(({ status }) => status)])).toEqual([
      ["AGENTS.md", false, ["read", "read", "cut"]],
      [".cursor/rules/a.mdc", true, ["does not apply", "read", "not read"]],
    ]);
    expect(rules[1]?.cells.map(({ condition }) => condition)).toEqual(["src/**/*.ts", "always", null]);
  });
});
