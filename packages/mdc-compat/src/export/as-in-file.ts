import type { Json, Rule } from "@precept/core";
import type { LedgerEntry } from "./ledger.ts";
import { isSameJson } from "./same-json.ts";

/** The rule as the file says it that it was imported from, as far as it still says the same. */
export function asInFile(rule: Rule, { fields = {} }: LedgerEntry): Rule {
  const said = Object.entries(fields).filter(([field, { rule: now }]) => isSameJson(rule[field as keyof Rule] as Json, now));
  return { ...rule, ...Object.fromEntries(said.map(([field, { file }]) => [field, file])) };
}
