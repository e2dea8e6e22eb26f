import type { Rule, RuleDraft } from "@precept/core";
import { isSameJson } from "../ledger/is-same-json.ts";
import type { LedgerEntry } from "../ledger/ledger.ts";

/** Returns the text of a file before the content of its rule. */
export function getHead(text: string, content: string): { readonly head?: string } {
  return text.endsWith(content) ? { head: text.slice(0, text.length - content.length) } : {};
}

const comparedFields = [
  "name",
  "description",
  "content",
  "inclusion",
  "globs",
  "enabled",
  "contexts",
  "targets",
  "metadata",
] as const;

/** Returns the fields in which the native rule differs from the imported file, for the ledger. */
export function compareFields(rule: Rule, native: RuleDraft | undefined): Pick<LedgerEntry, "fields"> {
  const differing = comparedFields.filter((field) => native !== undefined && !isSameJson(native[field], rule[field]));
  if (native === undefined || differing.length === 0) return {};
  const fields = differing.map((field) => [field, { rule: native[field], file: rule[field] }] as const);
  return { fields: Object.fromEntries(fields) };
}
