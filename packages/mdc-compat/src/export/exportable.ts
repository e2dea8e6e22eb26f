import { comparePrecedence, orderMatches, scopeTable, type Rule, type RuleMatch } from "@precept/core";
import { nameKey } from "./name-key.ts";

/**
 * The rules of a project that its files may say to everybody: no personal ones, none that is switched off or waits for approval, and of those that
 * declare the same name the one that wins. In the order in which an agent reads them.
 */
export function exportableRules(rules: readonly Rule[]): readonly Rule[] {
  const shared = rules.filter(
    ({ scope, enabled, pending, origin, userId }) =>
      scopeTable[scope].isProjectWide &&
      enabled &&
      !pending &&
      userId === undefined &&
      origin.overlay !== true &&
      origin.session === undefined,
  );
  const claims = new Map<string, Rule>();
  for (const rule of shared) {
    if (rule.origin.label === true) continue;
    const key = nameKey(rule);
    const other = claims.get(key);
    if (other === undefined || comparePrecedence(rule, other) < 0) claims.set(key, rule);
  }
  const superseded = new Set(shared.flatMap(({ replaces, origin }) => replaces.map((id) => `${origin.store} ${id}`)));
  const kept = shared.filter(
    (rule) =>
      (rule.origin.label === true || claims.get(nameKey(rule)) === rule) && !superseded.has(`${rule.origin.store} ${rule.id}`),
  );
  return orderMatches(kept.map((rule): RuleMatch => ({ rule, reason: { kind: "always" }, matchedFiles: [] }))).map(
    ({ rule }) => rule,
  );
}
