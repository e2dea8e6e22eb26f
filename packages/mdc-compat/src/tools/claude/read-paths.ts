import { findClassEnd, expandBraces } from "@precept/core";
import type { Header } from "../../format/header-format.ts";
import type { claudeDiagnostics } from "./diagnostics.ts";
import { readPatternValues } from "../../format/read-values.ts";
import { fromRootedGlob } from "../../globs/rooted.ts";

/** The number of patterns that the braces of one rule may expand to, for all of its patterns together. */
const maxExpandedPatterns = 1000;

/** Reads `paths` as Claude Code does (https://code.claude.com/docs/en/memory). Returns patterns in Precept's syntax. */
export function readPaths(header: Header<typeof claudeDiagnostics>): readonly string[] {
  const patterns = readPatternValues(header.value("paths"));
  if (patterns.some(hasUnclosedClass)) header.report("claude/unclosed-class", "paths");
  const limited = limitBraces(patterns);
  if (limited.some((pattern, at) => pattern !== patterns[at])) header.report("claude/brace-budget", "paths");
  return limited.map(fromRootedGlob);
}

/** Escapes the braces of patterns that exceed the limit. */
function limitBraces(patterns: readonly string[]): readonly string[] {
  let remaining = maxExpandedPatterns;
  return patterns.map((pattern) => {
    const alternatives = expandBraces(pattern, remaining)?.length;
    if (alternatives === undefined) return pattern.replace(/[{}]/g, "\\$&");
    remaining -= alternatives;
    return pattern;
  });
}

function hasUnclosedClass(pattern: string): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "[") {
      const end = findClassEnd(pattern, at);
      if (end === undefined) return true;
      at = end;
    }
  }
  return false;
}
