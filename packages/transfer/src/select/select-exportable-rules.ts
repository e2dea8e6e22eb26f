import { comparePrecedence, orderMatches, scopeTable, type Rule, type RuleMatch } from "@precept/core";

/**
 * Selects the rules of a project that an export writes, in the order in which an agent reads them. Excludes personal,
 * disabled, pending and superseded rules. Of rules with the same name, it selects the one with the highest precedence.
 */
export function selectExportableRules(rules: readonly Rule[]): readonly Rule[] {
  const shared = rules.filter(
    ({ scope, enabled, pending, origin, userId }) =>
      scopeTable[scope].isProjectWide &&
      enabled &&
      !pending &&
      userId === undefined &&
      origin.overlay !== true &&
      origin.session === undefined,
  );
  const winners = new Map<string, Rule>();
  for (const rule of shared) {
    if (rule.origin.label === true) continue;
    const key = getNameKey(rule);
    const other = winners.get(key);
    if (other === undefined || comparePrecedence(rule, other) < 0) winners.set(key, rule);
  }
  const superseded = new Set(shared.flatMap(({ replaces, origin }) => replaces.map((id) => `${origin.store} ${id}`)));
  const selected = shared.filter(
    (rule) =>
      (rule.origin.label === true || winners.get(getNameKey(rule)) === rule) &&
      !superseded.has(`${rule.origin.store} ${rule.id}`),
  );
  return orderMatches(selected.map((rule): RuleMatch => ({ rule, reason: { kind: "always" }, matchedFiles: [] }))).map(
    ({ rule }) => rule,
  );
}

/** Returns a key that is the same for rules that must not have the same name: names are unique per directory. */
export function getNameKey({ name, origin }: Pick<Rule, "name" | "origin">): string {
  return `${origin.base ?? ""} ${name}`;
}
