import { printYaml, splitGlobs, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { claudeDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { hasUndetectedFrontMatter } from "../../format/undetected-front-matter.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { claudeSpec, claudeMemorySpec } from "./spec.ts";
import { readPaths } from "./read-paths.ts";

/** Codec of Claude Code's rules, `.claude/rules/**\/*.md`. */
export const claude: RuleCodec = createHeaderCodec({
  spec: claudeSpec,
  diagnostics: claudeDiagnostics,
  extensions: [".md"],
  imports: true,
  // The documentation does not specify the delimiters. All of its examples have `---` on the first line.
  split: splitStrictly,
  read,
  write,
});

/** Codec of Claude Code's memory files, `CLAUDE.md`, which are plain text. */
export const claudeMemory: RuleCodec = createPlainCodec({ spec: claudeMemorySpec, extensions: [".md"], imports: true });

/** If Claude Code cannot use the front matter, the rule always applies. */
function read(header: Header<typeof claudeDiagnostics>): HeaderReading {
  if (hasUndetectedFrontMatter(header)) header.report("claude/unseen-front-matter");
  if (header.hasFrontMatter && header.text.startsWith("\uFEFF")) header.report("claude/byte-order-mark");
  if (header.hasFrontMatter && !header.isReadable) header.report("claude/unreadable");
  const globs = readPaths(header);
  // The effect of an empty `paths` is not documented. It is treated as if the key were missing.
  if (globs.length === 0 && header.entries.has("paths")) header.report("claude/no-paths", "paths");
  return { inclusion: globs.length === 0 ? "always" : "fileMatch", globs };
}

function write({ inclusion, globs }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return { paths: inclusion === "fileMatch" ? printPaths(globs.map(toRootedGlob)) : undefined };
}

/** Prints a single pattern as a string, which versions before 2.1.84 can read too, unless the string would be split or trimmed. */
function printPaths(patterns: readonly string[]): string {
  const [first = ""] = patterns;
  const isPlain = patterns.length === 1 && splitGlobs(first).length === 1 && first.trim() === first;
  return printYaml(isPlain ? first : patterns);
}
