import { findReferences, type Rule } from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import { replaceAll } from "./insert-text.ts";
import { resolveImport, resolveReference, spellReference } from "./reference-path.ts";

/** Lists the paths in the project of the files that a rule refers to, natively or with the imports of its tool. */
export function listReferences(rule: Rule): readonly string[] {
  const { content, origin } = rule;
  const explicit = findReferences(content).map(({ path }) => resolveReference(path, rule));
  const { path: file } = origin;
  const imports =
    origin.imports === true && file !== undefined
      ? findRuleImports(content, rule).map(({ path }) => resolveImport(path, file))
      : [];
  return [...new Set([...explicit, ...imports].filter((path) => path !== undefined))];
}

/** Returns the content of a rule with native references relative to the project, for a rule that governs the whole project. */
export function moveReferences(rule: Rule): string {
  const references = findReferences(rule.content).map((found) => ({ ...found, target: resolveReference(found.path, rule) }));
  return replaceAll(rule.content, references, (at) => {
    const target = references[at]?.target;
    return target === undefined || target.includes("]") ? undefined : `#[[file:${target}]]`;
  });
}

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
