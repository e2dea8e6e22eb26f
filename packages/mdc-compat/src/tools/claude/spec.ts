import type { FormatSpec, ImportSpec } from "../../model/spec.ts";
import { createPlainSpec, pathInclusions } from "../../format/plain-codec.ts";
import { rootedPatterns } from "../../globs/rooted.ts";

const docs = "https://code.claude.com/docs/en/memory";

const targets = ["claude", "claude-code", "claudecode"];

/**
 * `@path` anywhere in a text: relative, absolute or below `~`, with spaces escaped by backslashes. The characters that
 * may precede `@` are not documented; e-mail addresses and scoped packages in paths do not count as imports.
 */
export const claudeImports: ImportSpec = {
  pattern: () =>
    /(?<![\p{L}\p{N}@\\/`])@((?:[\p{L}\p{N}_~/]|\.{1,2}\/|\.(?=[\p{L}\p{N}_]))(?:[\p{L}\p{N}_/~@%+=#$&-]|[.:]{1,2}(?=[\p{L}\p{N}_/])|\\ )*)/gu,
  outside: true,
  source: docs,
};

/** Claude Code's rules. They always apply, or apply by file. */
export const claudeSpec: FormatSpec = {
  id: "claude",
  title: "Claude Code",
  targets,
  keys: [
    {
      name: "paths",
      type: "string or strings",
      field: "globs",
      description:
        "Patterns, as a list or comma-separated. The rule applies when the agent reads a matching file; without patterns it always applies.",
    },
  ],
  inclusions: pathInclusions,
  globs: rootedPatterns,
  describable: [],
  imports: claudeImports,
  allowsUnknownKeys: true,
  limits: [],
  source: docs,
};

/** `CLAUDE.md` and `CLAUDE.local.md`. */
export const claudeMemorySpec: FormatSpec = createPlainSpec({
  id: "claude-memory",
  title: "Claude Code",
  targets,
  imports: claudeImports,
  limits: [
    {
      max: 4_194_304,
      unit: "bytes",
      appliesTo: "eachFile",
      effect: "ignored",
      description: "Claude Code ignores files larger than 4 MiB.",
    },
  ],
  source: docs,
});
