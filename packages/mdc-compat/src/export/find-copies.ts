import type { Rule } from "@precept/core";

/**
 * Finds the rules of other tools' files that repeat another rule: the same text, in the same cases. An export writes the text once. Native rules are
 * never copies. Rules that an agent chooses by name or description are none either, because names and descriptions differ.
 *
 * @returns the rule that each copy repeats: a native rule, else the first.
 */
export function findCopies(rules: readonly Rule[]): ReadonlyMap<Rule, Rule> {
  const copies = new Map<Rule, Rule>();
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

function keyOf({ content, inclusion, globs, targets, authority, scope, origin: { base, imports } }: Rule): string | undefined {
  const text = content.replaceAll("\r\n", "\n").trim();
  if (text === "" || (inclusion !== "always" && inclusion !== "fileMatch")) return undefined;
  // Without an @, no tool includes a file.
  const including = imports === true && text.includes("@");
  return JSON.stringify([text, inclusion, globs, targets.toSorted(), authority, scope, base ?? "", including]);
}
