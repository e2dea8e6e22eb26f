import { normalisePath, type Rule } from "@precept/core";
import { findRuleImports } from "../dialects/find-rule-imports.ts";

/**
 * Converts the file imports in the content of a rule to native references: `@docs/style.md` in `CLAUDE.md` becomes `#[[file:docs/style.md]]`. Imports of
 * files for which `canReference` returns false are left unchanged.
 *
 * @param canReference gets a path relative to the project.
 */
export function convertImports(rule: Rule, canReference: (path: string) => boolean): string {
  const { content, origin } = rule;
  if (origin.imports !== true || origin.path === undefined) return content;
  const directory = origin.path.slice(0, origin.path.lastIndexOf("/") + 1);
  const base = origin.base === undefined ? "" : `${origin.base}/`;
  let converted = "";
  let position = 0;
  for (const { start, end, path } of findRuleImports(content, rule)) {
    // Absolute paths and paths in the home directory are outside the project.
    const target = /^[~/]/.test(path) ? ".." : normalisePath(directory + path);
    if (/^\.\.(?:\/|$)/.test(target) || !target.startsWith(base) || target.includes("]") || !canReference(target)) continue;
    converted += `${content.slice(position, start)}#[[file:${target.slice(base.length)}]]`;
    position = end;
  }
  return converted + content.slice(position);
}
