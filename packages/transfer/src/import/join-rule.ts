import { parseNativeRule, printNativeRule, type Json, type Rule, type RuleDraft } from "@precept/core";
import { isSameJson } from "../ledger/is-same-json.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import type { SourceGroup } from "./group-sources.ts";
import { widenConditions } from "./widen-conditions.ts";

interface JoinInput {
  readonly native: Rule;
  /** Files with the text of the rule. */
  readonly group: SourceGroup;
  /** The text of the file of the rule. */
  readonly text: string;
  readonly ledger: Ledger;
}

/** A native rule after files were added to it. */
interface JoinedRule {
  readonly after: string;
  readonly draft: RuleDraft | undefined;
  /** The entries of the other files of the rule that change with it: they keep their own conditions. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
}

const conditions = ["inclusion", "globs", "contexts", "targets"] as const;

/** Widens the conditions of a native rule to those of files with the same text. */
export function joinRule({ native, group, text, ledger }: JoinInput): JoinedRule {
  const sources = [...group.files, ...group.links.map(({ source }) => source)];
  const { inclusion, globs, contexts } = widenConditions([native, ...sources.map(({ rule }) => rule)]);
  // A rule that does not name a tool would no longer be written to the file of that tool.
  const targets =
    native.targets.length === 0 ? [] : [...new Set([...native.targets, ...sources.map(({ dialect }) => dialect.id)])];
  const after = printNativeRule({ ...native, inclusion, globs, contexts, targets }, text).text;
  const path = native.origin.path ?? "";
  const { draft } = parseNativeRule({ text: after, path, file: path });
  const own = [...ledger].filter(([, { rules, link }]) => rules.length === 1 && rules[0] === native.id && link === undefined);
  const entries = own.map(([at, entry]) => [at, draft === undefined ? entry : preserveConditions(entry, native, draft)] as const);
  return { after, draft, entries: new Map(entries) };
}

/** Records the conditions that a file has, so that exports do not change them. */
function preserveConditions(entry: LedgerEntry, before: Rule, after: RuleDraft): LedgerEntry {
  const fields: Record<string, { readonly rule: Json; readonly file: Json }> = { ...entry.fields };
  for (const field of conditions) {
    if (isSameJson(before[field], after[field])) continue;
    const known = fields[field];
    if (known === undefined) fields[field] = { rule: after[field], file: before[field] };
    else if (isSameJson(known.rule, before[field])) fields[field] = { ...known, rule: after[field] };
  }
  return Object.keys(fields).length === 0 ? entry : { ...entry, fields };
}
