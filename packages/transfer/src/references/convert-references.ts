import { findReferences, type Rule } from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import { resolveImport, resolveReference, spellReference } from "./reference-path.ts";

/** A part of a text, and the text to write in its place. Without `text`, the part stays. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text?: string | undefined;
}

/** Lists the paths in the project of the files that a rule refers to, natively or with the imports of its tool. */
export function listReferences(rule: Rule): readonly string[] {
  const { content, origin } = rule;
  const { path: file } = origin;
  const imports = origin.imports === true && file !== undefined ? findRuleImports(content, rule) : [];
  const paths = [
    ...findReferences(content).map(({ path }) => resolveReference(path, rule)),
    ...imports.map(({ path }) => resolveImport(path, file ?? "")),
  ];
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** Returns the content of a rule with native references relative to the project, instead of to its directory. */
export function moveReferences(rule: Rule): string {
  const moved = findReferences(rule.content).map(({ start, end, path }) => {
    const target = resolveReference(path, rule);
    return { start, end, text: target === undefined || target.includes("]") ? undefined : `#[[file:${target}]]` };
  });
  return replaceParts(rule.content, moved);
}

/**
 * Converts the file imports in the content of a rule to native references: `@docs/style.md` in `CLAUDE.md` becomes
 * `#[[file:docs/style.md]]`. Imports of files for which `canReference` returns false are left unchanged.
 *
 * @param canReference gets a path relative to the project.
 * @param spell returns how a native reference names the file, or undefined if it cannot. Default: as from the file of
 *   the rule.
 */
export function convertImports(
  rule: Rule,
  canReference: (path: string) => boolean,
  spell: (path: string) => string | undefined = (path) => spellReference(path, rule.origin.base, rule.origin.path),
): string {
  const { content, origin } = rule;
  const { path: file } = origin;
  if (origin.imports !== true || file === undefined) return content;
  const references = findReferences(content);
  const converted = findRuleImports(content, rule).map(({ start, end, path }) => {
    const target = resolveImport(path, file);
    const spelling = target === undefined || !canReference(target) ? undefined : spell(target);
    const isInReference = references.some((reference) => start >= reference.start && start < reference.end);
    const canWrite = spelling !== undefined && !spelling.includes("]") && !isInReference;
    return { start, end, text: canWrite ? `#[[file:${spelling}]]` : undefined };
  });
  return replaceParts(content, converted);
}

/** Replaces parts of a text, which are in order. */
export function replaceParts(content: string, replacements: readonly Replacement[]): string {
  let replaced = "";
  let position = 0;
  for (const { start, end, text } of replacements) {
    replaced += content.slice(position, start) + (text ?? content.slice(start, end));
    position = end;
  }
  return replaced + content.slice(position);
}
