import { findReferences, type Rule } from "@precept/core";
import { replaceAll } from "./insert-text.ts";
import { resolveReference } from "./reference-path.ts";

/** Returns the content of a rule with native references relative to the project, for a rule that governs the whole project. */
export function moveReferences(rule: Rule): string {
  const references = findReferences(rule.content).map((found) => ({ ...found, target: resolveReference(found.path, rule) }));
  return replaceAll(rule.content, references, (at) => {
    const target = references[at]?.target;
    return target === undefined || target.includes("]") ? undefined : `#[[file:${target}]]`;
  });
}
