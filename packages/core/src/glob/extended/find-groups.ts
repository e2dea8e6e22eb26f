import { findClassEnd } from "../find-class-end.ts";

const noGroups: ReadonlyMap<number, number> = new Map();

/**
 * Finds the groups of a pattern: `@(…)`, `?(…)`, `+(…)`, `*(…)` and `!(…)`, also those in other groups. Returns the
 * offset of the closing parenthesis of each, by its own offset.
 */
export function findGroups(pattern: string): ReadonlyMap<number, number> {
  // Fast path: nearly all patterns have none.
  if (!pattern.includes("(")) return noGroups;
  const groups = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") at += 1;
    else if (character === "[") at = findClassEnd(pattern, at) ?? at;
    else if (character === "(") open.push(at);
    else if (character === ")") {
      const start = open.pop() ?? 0;
      if (start > 0 && "@?+*!".includes(pattern.charAt(start - 1)) && !isEscaped(pattern, start - 1)) groups.set(start - 1, at);
    }
  }
  return groups;
}

function isEscaped(pattern: string, at: number): boolean {
  let slashes = 0;
  while (pattern[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

/** Whether a pattern has a group, or a class of characters by name such as `[[:alpha:]]`. */
export function isExtended(pattern: string): boolean {
  if (findGroups(pattern).size > 0) return true;
  if (!pattern.includes("[:")) return false;
  for (let at = 0; at < pattern.length; at += 1) {
    const end = pattern[at] === "[" ? findClassEnd(pattern, at) : undefined;
    if (end !== undefined && /\[:[a-z]+:\]/.test(pattern.slice(at + 1, end))) return true;
    at = pattern[at] === "\\" ? at + 1 : (end ?? at);
  }
  return false;
}

/** The maximum number of groups in one another. */
export const maxGroupDepth = 20;

/** The maximum length of a pattern with groups, in UTF-16 code units. */
export const maxGroupsLength = 1000;

/** Whether a pattern with groups is too long, or its groups are nested too deeply, to be matched fast. */
export function exceedsGroupLimits(pattern: string): boolean {
  if (!isExtended(pattern)) return false;
  if (pattern.length > maxGroupsLength) return true;
  const ends: number[] = [];
  for (const [start, end] of [...findGroups(pattern)].toSorted(([left], [right]) => left - right)) {
    while ((ends.at(-1) ?? Infinity) < start) ends.pop();
    if (ends.push(end) > maxGroupDepth) return true;
  }
  return false;
}

/** Splits a pattern at its slashes, except inside groups. */
export function splitSegments(pattern: string): readonly string[] {
  const groups = findGroups(pattern);
  if (groups.size === 0) return pattern.split("/");
  const segments: string[] = [];
  let start = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "/") {
      segments.push(pattern.slice(start, at));
      start = at + 1;
    }
    at = pattern[at] === "\\" ? at + 1 : (groups.get(at) ?? at);
  }
  segments.push(pattern.slice(start));
  return segments;
}

/**
 * Replaces the groups `@(a|b)` and `?(a|b)` by the braces `{a,b}` and `{a,b,}`, which match the same and are indexed.
 * Returns the pattern unchanged if it has a group that braces cannot express.
 */
export function groupsToBraces(pattern: string): string {
  const groups = findGroups(pattern);
  let result = "";
  let end = 0;
  for (const [start, close] of groups) {
    const inside = pattern.slice(start + 2, close);
    if (!"@?".includes(pattern.charAt(start)) || !simpleGroup.test(inside)) return pattern;
    const alternatives = inside.split("|").join(",") + (pattern[start] === "?" ? "," : "");
    result += pattern.slice(end, start) + (alternatives.includes(",") ? `{${alternatives}}` : alternatives);
    end = close + 1;
  }
  return result + pattern.slice(end);
}

/** The inside of a group in which no character has another meaning in braces. */
const simpleGroup = /^[^,{}()[\]\\]+$/;
