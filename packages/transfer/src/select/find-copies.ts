import type { Rule } from "@precept/core";
import { convertImports, moveReferences } from "../references/convert-references.ts";
import { flattenRule } from "./rule-directories.ts";

/** Finds rules of other tools that repeat a rule in the same cases. Rules that an agent chooses are no copies. */
export function findCopies(rules: readonly Rule[]): ReadonlyMap<Rule, Rule> {
  const copies = new Map<Rule, Rule>();
  if (rules.every(isNative)) return copies;
  for (const [key, group] of Map.groupBy(rules, keyOf)) {
    const first = group.find(isNative) ?? group[0];
    if (key === undefined || first === undefined) continue;
    for (const rule of group) if (rule !== first && !isNative(rule)) copies.set(rule, first);
  }
  return copies;
}

/** Whether a rule is not from a file of another tool. */
export function isNative({ origin: { dialect, path } }: Rule): boolean {
  return path === undefined || dialect === undefined || dialect === "precept";
}

function keyOf(rule: Rule): string | undefined {
  const { targets, authority, scope } = rule;
  const text = withProjectReferences(rule).replaceAll("\r\n", "\n").trim();
  // A rule of a directory applies in the same cases as one with a pattern for its files.
  const { inclusion, globs, origin } = flattenRule(rule);
  if (text === "" || (inclusion !== "always" && inclusion !== "fileMatch")) return undefined;
  // Without an @, no tool includes a file. Paths are relative to the directory.
  const includes = origin.imports === true && text.includes("@") ? [rule.origin.base ?? ""] : [];
  return JSON.stringify([text, inclusion, globs, targets.toSorted(), authority, scope, includes]);
}

/**
 * Returns the content with references as a native rule of the project has them, and not as imports of a tool: an import that was
 * stopped can leave both.
 */
function withProjectReferences(rule: Rule): string {
  if (!/@|#\[\[/.test(rule.content)) return rule.content;
  return moveReferences({ ...rule, content: convertImports(rule, () => true) });
}
