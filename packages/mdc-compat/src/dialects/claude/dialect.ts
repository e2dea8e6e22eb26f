import type { Dialect } from "../../dialect.ts";
import { claude, claudeMemory } from "./codec.ts";
import { claudeFacts, claudeMemoryFacts } from "./facts.ts";

/**
 * Claude Code reads `AGENTS.md` as well, but only where no `CLAUDE.md` or `CLAUDE.local.md` lies in the project or above it, since 2.1.277, and unless a
 * setting says otherwise. So it is not counted on: a rule that reaches the agent twice does less harm than one that does not reach it.
 */
export const claudeDialect: Dialect = {
  id: "claude",
  title: "Claude Code",
  aliases: ["claude-code", "claudecode"],
  formats: [
    {
      facts: claudeFacts,
      codec: claude,
      places: [
        { dir: ".claude/rules", nested: true },
        { dir: ".claude/rules", personal: true },
      ],
    },
    {
      facts: claudeMemoryFacts,
      codec: claudeMemory,
      places: [
        { dir: "", files: ["CLAUDE.md", "CLAUDE.local.md"], nested: true },
        { dir: ".claude", files: ["CLAUDE.md"], nested: true },
        { dir: ".claude", files: ["CLAUDE.md"], personal: true },
      ],
    },
  ],
  alsoReads: [],
  output: { kind: "files", facts: claudeFacts, codec: claude, dir: ".claude/rules", nested: true },
};
