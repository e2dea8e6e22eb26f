import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { inlineCommands } from "../../skills/expansions.ts";
import { claude, claudeMemory } from "./codec.ts";
import { claudeVariables, commandBlocks, escapableArguments, escapedArguments } from "./skill-expansions.ts";
import { claudeSpec, claudeMemorySpec } from "./spec.ts";

/**
 * Since version 2.1.277, Claude Code reads `AGENTS.md` too, but only if there is no `CLAUDE.md` or `CLAUDE.local.md` in
 * the project or above it, and a setting can turn that off. So an export does not rely on it.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
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
  ],
  importing: { file: "CLAUDE.md", format: "claude-memory", imported: "AGENTS.md" },
  skills: {
    dirs: [".claude/skills"],
    nested: true,
    keys: ["paths", "disable-model-invocation", "user-invocable"],
    maxDescription: { length: 1536, unit: "characters", effect: "cut" },
    expansions: [escapableArguments, escapedArguments, claudeVariables, inlineCommands, commandBlocks],
    source: "https://code.claude.com/docs/en/skills",
  },
  reads: [
    own("claude-memory"),
    all(claudeSpec.source, {
      files: ["AGENTS.md"],
      as: "claude-memory",
      nested: true,
      canBeHidden: true,
      unless: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"],
    }),
    own("claude"),
  ],
  remarks: ["Claude Code reads `AGENTS.md` from version 2.1.277 on. A setting can make it read both files, or neither."],
});
