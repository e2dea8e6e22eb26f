import type { FidelityNote, Json, Rule } from "@precept/core";
import type { LedgerEntry } from "./ledger.ts";
import { isSameJson } from "./same-text.ts";

/**
 * Restores field values of an imported file that native rules cannot store. Fields changed since stay. The text of an
 * imported file is in the language of its tool, in which words such as `$1` stand for something.
 */
export function restoreFileFields(original: Rule, { fields, head, format }: LedgerEntry): Rule {
  const rule = head === undefined ? original : { ...original, origin: { ...original.origin, dialect: format } };
  if (fields === undefined) return rule;
  const unchanged = Object.entries(fields).filter(([field, { rule: imported }]) => {
    return isSameJson(rule[field as keyof Rule] as Json, imported);
  });
  return { ...rule, ...Object.fromEntries(unchanged.map(([field, { file }]) => [field, file])) };
}

export const hasOwnConditions: FidelityNote = {
  field: "inclusion",
  kind: "meaning",
  message: "The file was imported with conditions under which it applies less often. Change them there, then import it.",
};

export function differInConditions(restored: Rule, rule: Rule): boolean {
  const isSameList = (field: "globs" | "contexts"): boolean => {
    return restored[field] === rule[field] || isSameJson([...restored[field]], [...rule[field]]);
  };
  return restored.inclusion !== rule.inclusion || !isSameList("globs") || !isSameList("contexts");
}
