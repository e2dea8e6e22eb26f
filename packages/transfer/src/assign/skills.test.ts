import { createRule, type Rule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { draftExport } from "./draft.ts";
import { type DialectId, dialects } from "@precept/mdc-compat";

function ruleNamed(name: string, fields: Partial<RuleInput> = {}): Rule {
  const id = `project:.precept/rules/${name}.md`;
  return createRule({ id, name, description: "D", inclusion: "agentRequested", content: "Text.\n", ...fields });
}

function draftFor(to: DialectId, ...rules: readonly Rule[]) {
  const targets = dialects.filter(({ id }) => id === to);
  return draftExport({ rules, targets, ledger: new Map(), lossy: false });
}

describe("an export to skills", () => {
  it("writes each rule to a folder with its name, even if two names become the same", () => {
    const { files } = draftFor("skill", ruleNamed("Code style"), ruleNamed("code-style"), ruleNamed("x".repeat(80)));
    const written = files.map(({ path, codec, rules: [rule] }) => [
      path,
      rule && /^name: (.*)$/m.exec(codec.print(rule).text)?.[1],
    ]);
    expect(written).toEqual([
      [".agents/skills/code-style/SKILL.md", "code-style"],
      [".agents/skills/code-style-2/SKILL.md", "code-style-2"],
      [`.agents/skills/${"x".repeat(60)}/SKILL.md`, "x".repeat(60)],
    ]);
  });

  it("leaves out rules that always apply, and rules with text that a tool would replace", () => {
    const { files, omitted } = draftFor(
      "skill",
      ruleNamed("always", { inclusion: "always" }),
      ruleNamed("command", { content: "Run !`date`.\n" }),
    );
    expect(files).toEqual([]);
    expect(omitted.map(({ rule, notes }) => [rule.name, notes.map(({ field }) => field)])).toEqual([
      ["always", ["inclusion"]],
      ["command", ["content"]],
    ]);
  });
});

it.each<[DialectId, readonly string[]]>([
  ["cursor", ["a"]],
  ["gemini", []],
  ["codex", []],
  ["opencode", ["a"]],
])("an export to %s does not repeat the skills in .claude/skills that it reads: %j", (to, names) => {
  const origin = { store: "fs", dialect: "claude-skill", path: ".claude/skills/a/SKILL.md", root: ".claude/skills" };
  const { alreadyRead } = draftFor(to, ruleNamed("a", { origin }));
  expect(alreadyRead.map(({ rule }) => rule.name)).toEqual(names);
});
