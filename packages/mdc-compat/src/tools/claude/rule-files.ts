import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import { inlineCommands } from "../../skills/expansions.ts";
import { claudeVariables, commandBlocks, escapableArguments, escapedArguments } from "./skill-expansions.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { claude, claudeMemory } from "./codec.ts";
import { claudeSpec, claudeMemorySpec } from "./spec.ts";

const claudeSkills = defineSkills({
  id: "claude",
  title: "Claude Code",
  dirs: [".claude/skills"],
  nested: true,
  keys: ["paths", "disable-model-invocation", "user-invocable"],
  maxDescription: { length: 1536, unit: "characters", effect: "cut" },
  expansions: [escapableArguments, escapedArguments, claudeVariables, inlineCommands, commandBlocks],
  source: "https://code.claude.com/docs/en/skills",
});

/**
 * Since version 2.1.277, Claude Code reads `AGENTS.md` too, but only if there is no `CLAUDE.md` or `CLAUDE.local.md` in the project or above it, and a
 * setting can turn that off. So an export does not rely on it.
 */
export const claudeDialect: Dialect = {
  id: "claude",
  title: "Claude Code",
  aliases: ["claude-code", "claudecode"],
  formats: [
    {
      spec: claudeSpec,
      codec: claude,
      locations: [
        { dir: ".claude/rules", nested: true },
        { dir: ".claude/rules", personal: true },
      ],
    },
    {
      spec: claudeMemorySpec,
      codec: claudeMemory,
      locations: [
        { dir: "", files: ["CLAUDE.md", "CLAUDE.local.md"], nested: true },
        { dir: ".claude", files: ["CLAUDE.md"], nested: true },
        { dir: ".claude", files: ["CLAUDE.md"], personal: true },
      ],
    },
    ...claudeSkills.formats,
  ],
  output: { kind: "files", spec: claudeSpec, codec: claude, dir: ".claude/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: claudeDialect,
  skills: claudeSkills,

  reads: [
    own(claudeDialect, claudeMemory),
    all(
      "https://code.claude.com/docs/en/memory",
      named(["AGENTS.md"], {
        codec: claudeMemory,
        nested: true,
        since: "2.1.277",
        unless: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"],
      }),
    ),
    own(claudeDialect, claude),
    skillsOf(claudeSkills),
  ],
  remarks: ["Claude Code reads `AGENTS.md` from version 2.1.277 on. A setting can make it read both files, or neither."],
};
