import { printYaml, splitGlobs, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { isUnseen } from "../../format/unseen.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { claudeFacts, claudeMemoryFacts } from "./facts.ts";
import { readPaths } from "./read-paths.ts";

/** Claude Code's rules, `.claude/rules/**\/*.md`. */
export const claude: RuleCodec = createHeaderCodec({
  facts: claudeFacts,
  extensions: [".md"],
  imports: true,
  // Where a fence may stand is not documented; `---` on the first line is what all of the documentation shows.
  split: splitStrictly,
  read,
  write,
});

/** Claude Code's memory, `CLAUDE.md`: nothing but text. */
export const claudeMemory: RuleCodec = createPlainCodec({ facts: claudeMemoryFacts, extensions: [".md"], imports: true });

/** Whatever Claude Code can't make use of leaves a rule that always applies. */
function read(header: Header): HeaderReading {
  if (isUnseen(header)) header.report("claude/unseen-front-matter");
  if (header.isThere && header.text.startsWith("\uFEFF")) header.report("claude/byte-order-mark");
  if (header.isThere && !header.isReadable) header.report("claude/unreadable");
  const globs = readPaths(header);
  // What a key without a pattern does is not documented. One that is not there restricts nothing.
  if (globs.length === 0 && header.entries.has("paths")) header.report("claude/no-paths", "paths");
  return { inclusion: globs.length === 0 ? "always" : "fileMatch", globs };
}

function write({ inclusion, globs }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return { paths: inclusion === "fileMatch" ? printPaths(globs.map(toRootedGlob)) : undefined };
}

/** One pattern is a text, which versions before 2.1.84 read as well, unless it would be split or trimmed. */
function printPaths(patterns: readonly string[]): string {
  const [first = ""] = patterns;
  const isPlain = patterns.length === 1 && splitGlobs(first).length === 1 && first.trim() === first;
  return printYaml(isPlain ? first : patterns);
}
