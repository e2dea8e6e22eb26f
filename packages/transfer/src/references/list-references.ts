import { findReferences, type Rule } from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import { resolveImport, resolveReference } from "./reference-path.ts";

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
