import { findReferences, type Rule } from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import { resolveImport, spellReference } from "./reference-path.ts";

/**
 * Converts the file imports in the content of a rule to native references: `@docs/style.md` in `CLAUDE.md` becomes `#[[file:docs/style.md]]`. Imports of
 * files for which `canReference` returns false are left unchanged.
 *
 * @param canReference gets a path relative to the project.
 * @param spell returns how a native reference names the file, or undefined if it cannot. Default: as from the file of the rule.
 */
export function convertImports(
  rule: Rule,
  canReference: (path: string) => boolean,
  spell: (path: string) => string | undefined = (path) => spellReference(path, rule.origin.base, rule.origin.path),
): string {
  const { content, origin } = rule;
  if (origin.imports !== true || origin.path === undefined) return content;
  const references = findReferences(content);
  let converted = "";
  let position = 0;
  for (const { start, end, path } of findRuleImports(content, rule)) {
    const target = resolveImport(path, origin.path);
    const spelling = target === undefined || !canReference(target) ? undefined : spell(target);
    if (spelling === undefined || spelling.includes("]")) continue;
    if (references.some((reference) => start >= reference.start && start < reference.end)) continue;
    converted += `${content.slice(position, start)}#[[file:${spelling}]]`;
    position = end;
  }
  return converted + content.slice(position);
}
