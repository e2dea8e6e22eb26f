import type { Json, Rule } from "@precept/core";
import type { LedgerEntry } from "./ledger.ts";
import { isSameJson } from "./is-same-json.ts";

/**
 * Restores the original field values of an imported file, where they differ from the native rule. A field of the rule that was changed since the import
 * keeps its new value.
 */
export function restoreFileFields(rule: Rule, { fields = {} }: LedgerEntry): Rule {
  const unchanged = Object.entries(fields).filter(([field, { rule: imported }]) => {
    return isSameJson(rule[field as keyof Rule] as Json, imported);
  });
  return { ...rule, ...Object.fromEntries(unchanged.map(([field, { file }]) => [field, file])) };
}
