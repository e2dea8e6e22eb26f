import { printYaml, splitGlobs, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { claudeDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { claudeSpec, claudeMemorySpec } from "./spec.ts";
import { readPaths } from "./read-paths.ts";

/**
 * Codec of Claude Code's rules, `.claude/rules/**\/*.md`. The documentation does not specify the delimiters of front
 * matter. All of its examples have `---` on the first line.
 */
export const claude: RuleCodec = createHeaderCodec({ spec: claudeSpec, diagnostics: claudeDiagnostics, read, write });

/** Codec of Claude Code's memory files, `CLAUDE.md`, which are plain text. */
export const claudeMemory: RuleCodec = createPlainCodec({ spec: claudeMemorySpec });

/** If Claude Code cannot use the front matter, the rule always applies. */
function read(header: Header<typeof claudeDiagnostics>): HeaderReading {
  if (header.hidesFrontMatter) header.report("claude/unseen-front-matter");
  if (header.hasFrontMatter && header.text.startsWith("\uFEFF")) header.report("claude/byte-order-mark");
  if (header.hasFrontMatter && !header.isReadable) header.report("claude/unreadable");
  const globs = readPaths(header);
  // The effect of an empty `paths` is not documented. It is treated as if the key were missing.
  if (globs.length === 0 && header.entries.has("paths")) header.report("claude/no-paths", "paths");
  return { inclusion: globs.length === 0 ? "always" : "fileMatch", globs };
}

function write({ inclusion, globs }: PrintableRule): HeaderValues {
  return { paths: inclusion === "fileMatch" ? printPaths(globs.map(toRootedGlob)) : undefined };
}

/** Prints one pattern as a string, for versions before 2.1.84, unless it would be split or trimmed. */
function printPaths(patterns: readonly string[]): string {
  const [first = ""] = patterns;
  const isPlain = patterns.length === 1 && splitGlobs(first).length === 1 && first.trim() === first;
  return printYaml(isPlain ? first : patterns);
}
