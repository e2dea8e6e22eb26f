import { isDeepStrictEqual } from "node:util";
import { tenantKey, type Rule, type RulesChange } from "@precept/core";

export type RulesDifference = Omit<RulesChange, "diagnostics">;

/** Compares two lists of rules. Returns the changes of each store and owner that has any. */
export function diffRules(before: readonly Rule[], after: readonly Rule[]): readonly RulesDifference[] {
  const groups = new Map<string, { readonly before: Map<string, Rule>; readonly after: Map<string, Rule> }>();
  const groupOf = (rule: Rule) => {
    const key = JSON.stringify([rule.origin.store, tenantKey(rule)]);
    const group = groups.get(key) ?? { before: new Map<string, Rule>(), after: new Map<string, Rule>() };
    groups.set(key, group);
    return group;
  };
  for (const rule of before) groupOf(rule).before.set(rule.id, rule);
  for (const rule of after) groupOf(rule).after.set(rule.id, rule);
  return [...groups.values()].flatMap((group) => {
    const saved = [...group.after.values()].filter((rule) => !isSame(group.before.get(rule.id), rule));
    const deleted = [...group.before.keys()].filter((id) => !group.after.has(id));
    const [first] = [...group.after.values(), ...group.before.values()];
    if (first === undefined || (saved.length === 0 && deleted.length === 0)) return [];
    const { projectId, userId, origin } = first;
    return [{ store: origin.store, owner: { projectId, userId }, saved, deleted }];
  });
}

function isSame(before: Rule | undefined, after: Rule): boolean {
  if (before === after) return true;
  return before !== undefined && isDeepStrictEqual(withoutOrder(before), withoutOrder(after));
}

/** Without the position of the root, which changes if a root is added before it. */
function withoutOrder(rule: Rule): Rule {
  const { rootOrder, ...origin } = rule.origin;
  return rootOrder === undefined ? rule : { ...rule, origin };
}
