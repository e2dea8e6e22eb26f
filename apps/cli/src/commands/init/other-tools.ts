import { existsSync } from "node:fs";
import { join } from "node:path";
import { ruleLocations } from "@precept/mdc-compat";

/** Rule files of other tools. */
export interface OtherTool {
  readonly tool: string;
  readonly path: string;
  /** Whether Precept reads them as they are. */
  readonly isRead: boolean;
}

/** Where tools keep their rules whose files Precept does not read yet. */
const unread: Readonly<Record<string, string>> = {
  ".cursorrules": "Cursor (legacy)",
  "CLAUDE.md": "Claude Code",
  ".claude/rules": "Claude Code",
  "AGENTS.md": "agents in general",
  ".github/copilot-instructions.md": "GitHub Copilot",
  ".github/instructions": "GitHub Copilot",
  ".kiro/steering": "Kiro",
  ".windsurf/rules": "Windsurf",
  ".windsurfrules": "Windsurf (legacy)",
  ".clinerules": "Cline",
  ".continue/rules": "Continue",
  ".roo/rules": "Roo",
  ".augment/rules": "Augment",
  ".amazonq/rules": "Amazon Q",
  ".junie/guidelines.md": "Junie",
  "GEMINI.md": "Gemini CLI",
};

/** What of other tools lies in a project's root. */
export function findOtherTools(root: string): readonly OtherTool[] {
  const read = ruleLocations
    .filter(({ codec }) => codec.id !== "precept")
    .map(({ dir, codec }) => ({ tool: codec.title, path: dir, isRead: true }));
  const others = Object.entries(unread).map(([path, tool]) => ({ tool, path, isRead: false }));
  return [...read, ...others].filter(({ path }) => existsSync(join(root, path)));
}
