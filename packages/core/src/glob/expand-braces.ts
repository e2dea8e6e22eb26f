import { pushAll } from "../model/lists.ts";
import { findGroups } from "./extended/find-groups.ts";
import { findClassEnd } from "./find-class-end.ts";

/**
 * Expands nested braces: `{a,b}c` into `ac` and `bc`. Undefined if there are more than `limit` alternatives.
 *
 * @param skipsGroups whether to leave braces in groups such as `+(…)` as they are. Shells expand them first.
 */
export function expandBraces(pattern: string, limit: number, skipsGroups = true): readonly string[] | undefined {
  if (!pattern.includes("{")) return [pattern];
  return expand(pattern, limit, skipsGroups && pattern.includes("("));
}

function expand(pattern: string, limit: number, skipsGroups: boolean): string[] | undefined {
  let results = [""];
  let position = 0;
  while (position < pattern.length) {
    const group = nextGroup(pattern, position, skipsGroups);
    const literal = pattern.slice(position, group?.start ?? pattern.length);
    results = results.map((result) => result + literal);
    if (group === undefined) break;
    const options: string[] = [];
    for (const part of group.parts) {
      const expanded = expand(part, limit - options.length, skipsGroups);
      if (expanded === undefined) return undefined;
      pushAll(options, expanded);
      if (options.length * results.length > limit) return undefined;
    }
    results = results.flatMap((result) => options.map((option) => result + option));
    position = group.end;
  }
  return results;
}

interface BraceGroup {
  readonly start: number;
  /** The offset after the closing brace. */
  readonly end: number;
  readonly parts: readonly string[];
}

/** Finds the next `{…,…}` from an offset on, in one scan. */
function nextGroup(pattern: string, from: number, skipsGroups: boolean): BraceGroup | undefined {
  const groups = skipsGroups ? findGroups(pattern) : undefined;
  const open: { start: number; commas: number[] }[] = [];
  let found: BraceGroup | undefined;
  for (let at = from; at < pattern.length; at += 1) {
    const character = pattern[at];
    const groupEnd = groups?.get(at);
    if (character === "\\") at += 1;
    else if (groupEnd !== undefined) at = groupEnd;
    else if (character === "[") at = findClassEnd(pattern, at) ?? at;
    else if (character === "{") open.push({ start: at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const group = open.pop();
      if (group === undefined || group.commas.length === 0) continue;
      found = outermost(found, { start: group.start, end: at + 1, parts: split(pattern, group.start, group.commas, at) });
      if (open.length === 0) return found;
    }
  }
  return found;
}

/** Of two groups, returns the one that contains the other or comes first. */
function outermost(left: BraceGroup | undefined, right: BraceGroup): BraceGroup {
  return left === undefined || right.start < left.start ? right : left;
}

function split(pattern: string, start: number, commas: readonly number[], end: number): string[] {
  const edges = [start, ...commas, end];
  return edges.slice(1).map((edge, index) => pattern.slice((edges[index] ?? start) + 1, edge));
}
