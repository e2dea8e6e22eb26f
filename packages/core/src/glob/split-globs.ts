import { findClassEnd } from "./find-class-end.ts";

/** Splits a list of globs at its commas, except inside `{…}` and `[…]` and after a backslash. Removes empty items. */
export function splitGlobs(list: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (character === "\\") at += 1;
    else if (character === "[") at = findClassEnd(list, at) ?? at;
    else if (character === "{") depth += 1;
    else if (character === "}") depth = Math.max(0, depth - 1);
    else if (character === "," && (depth === 0 || !list.includes("}", at))) {
      items.push(list.slice(start, at));
      start = at + 1;
    }
  }
  items.push(list.slice(start));
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
