import type { FidelityNote, Json, Rule } from "@precept/core";
import type { LedgerEntry } from "./ledger.ts";
import { isSameJson } from "./same-text.ts";

/**
 * Restores the original field values of an imported file, where they differ from the native rule. A field of the rule that was changed since the import
 * keeps its new value.
 */
export function restoreFileFields(rule: Rule, { fields }: LedgerEntry): Rule {
  if (fields === undefined) return rule;
  const unchanged = Object.entries(fields).filter(([field, { rule: imported }]) => {
    return isSameJson(rule[field as keyof Rule] as Json, imported);
  });
  return { ...rule, ...Object.fromEntries(unchanged.map(([field, { file }]) => [field, file])) };
}

/** What a rule loses in a file that was imported with conditions of its own, which it retains, as the rule of several identical texts applies in more cases. */
export const hasOwnConditions: FidelityNote = {
  field: "inclusion",
  kind: "meaning",
  message: "The file was imported with conditions under which it applies less often. Change them there, then import it.",
};

/** Whether the restored conditions of a file are others than those of its rule. */
export function differInConditions(restored: Rule, rule: Rule): boolean {
  const isSameList = (field: "globs" | "contexts"): boolean => {
    return restored[field] === rule[field] || isSameJson([...restored[field]], [...rule[field]]);
  };
  return restored.inclusion !== rule.inclusion || !isSameList("globs") || !isSameList("contexts");
}
