import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { claude, claudeMemory } from "./codec.ts";
import { claudeSpec, claudeMemorySpec } from "./spec.ts";

/**
 * Since version 2.1.277, Claude Code reads `AGENTS.md` too, but only if there is no `CLAUDE.md` or `CLAUDE.local.md` in the project or above it, and a
 * setting can turn that off. So an export does not rely on it.
 */
export const claudeDialect: Dialect<"claude"> = {
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
    ...skillFormats("claude"),
  ],
  output: { kind: "files", spec: claudeSpec, codec: claude, dir: ".claude/rules", nested: true },
};
