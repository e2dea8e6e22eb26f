import { normalisePath, type Rule } from "@precept/core";
import { importsIn } from "../imports-in.ts";

/**
 * The text of a rule with the files that its tool would bring in as native references: `@docs/style.md` in `CLAUDE.md` becomes
 * `#[[file:docs/style.md]]`. What is no file stays as it is, and so does a file that is a rule itself.
 *
 * @param isText whether a file at a path in the project is there to be brought in.
 */
export function withNativeReferences(rule: Rule, isText: (path: string) => boolean): string {
  const { content, origin } = rule;
  if (origin.imports !== true || origin.path === undefined) return content;
  const directory = origin.path.slice(0, origin.path.lastIndexOf("/") + 1);
  const base = origin.base === undefined ? "" : `${origin.base}/`;
  let written = "";
  let position = 0;
  for (const { start, end, path } of importsIn(content, rule)) {
    // One that leads out of the project, or into somebody's home, is found nowhere in it.
    const found = /^[~/]/.test(path) ? ".." : normalisePath(directory + path);
    if (/^\.\.(?:\/|$)/.test(found) || !found.startsWith(base) || found.includes("]") || !isText(found)) continue;
    written += `${content.slice(position, start)}#[[file:${found.slice(base.length)}]]`;
    position = end;
  }
  return written + content.slice(position);
}
