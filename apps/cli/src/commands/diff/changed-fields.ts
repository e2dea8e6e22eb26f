import { toWireRule, type Rule } from "@precept/core";

/** A field that differs between two versions. */
export interface ChangedField {
  /** Its name in JSON. */
  readonly field: string;
  /** Its values as JSON, texts without quotes. Undefined: the rule does not have it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Fields that differ between any two revisions, or repeat others, and the text, which is compared by lines. */
const leftOut = new Set(["content", "version", "created_at", "updated_at", "sha256", "file_match_pattern"]);

/** Returns the fields other than the text that differ. */
export function changedFields(before: Rule, after: Rule): readonly ChangedField[] {
  const [old, changed] = [printFields(before), printFields(after)];
  return [...new Set([...old.keys(), ...changed.keys()])]
    .filter((field) => !leftOut.has(field) && old.get(field) !== changed.get(field))
    .map((field) => ({ field, before: old.get(field), after: changed.get(field) }));
}

function printFields(rule: Rule): ReadonlyMap<string, string> {
  const fields = Object.entries<unknown>({ ...toWireRule(rule) }).filter(([, value]) => value !== null && value !== undefined);
  return new Map(fields.map(([field, value]) => [field, typeof value === "string" ? value : JSON.stringify(value)]));
}
