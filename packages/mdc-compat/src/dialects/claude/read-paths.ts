import { findClassEnd, expandBraces } from "@precept/core";
import type { Header } from "../../format/header-format.ts";
import { patternsIn } from "../../format/values.ts";
import { fromRootedGlob } from "../../globs/rooted.ts";

/** How many patterns the braces of one rule may stand for, all of its patterns together. */
const braceBudget = 1000;

/** The patterns of a rule, in the canonical language, as Claude Code reads them: https://code.claude.com/docs/en/memory */
export function readPaths(header: Header): readonly string[] {
  const patterns = patternsIn(header.value("paths"));
  if (patterns.some(hasUnclosedClass)) header.report("claude/unclosed-class", "paths");
  const affordable = withinBudget(patterns);
  if (affordable.some((pattern, at) => pattern !== patterns[at])) header.report("claude/brace-budget", "paths");
  return affordable.map(fromRootedGlob);
}

/** The patterns, with those literal whose braces are too many. */
function withinBudget(patterns: readonly string[]): readonly string[] {
  let left = braceBudget;
  return patterns.map((pattern) => {
    const alternatives = expandBraces(pattern, left)?.length;
    if (alternatives === undefined) return pattern.replace(/[{}]/g, "\\$&");
    left -= alternatives;
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
