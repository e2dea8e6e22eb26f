import { parseNativeRule, printNativeRule } from "@precept/core";
import type { LedgerEntry } from "../export/ledger.ts";
import { notReadable } from "../references/included-text.ts";
import { compareFields, getHead } from "./entry-fields.ts";
import { mergeChanges } from "./merge-changes.ts";
import type { PlanImportOptions, PlannedSource, SkippedSource, SourceFile } from "./plan.ts";

/** Plans the merge of the edits of a file in the ledger into its native rule. Returns the reason if they cannot be merged. */
export function planEditedFile(
  { rule, dialect, format, file }: SourceFile,
  path: string,
  entry: LedgerEntry,
  options: PlanImportOptions,
): PlannedSource | SkippedSource["reason"] {
  const [id] = entry.rules;
  const native = id === undefined ? undefined : options.natives.get(id);
  const ruleFormat = dialect.formats.find((one) => one.codec.id === format);
  if (entry.rules.length !== 1 || native?.origin.path === undefined || ruleFormat === undefined) return "joined";
  const { hash, ledger, readReference = notReadable } = options;
  const merged = mergeChanges({ native, edited: rule, entry, format: ruleFormat, path, hash, ledger, readReference });
  const found = options.getExisting(native.origin.path);
  if (merged === undefined || typeof found !== "object") return "both changed";
  const after = printNativeRule(merged, found.text).text;
  const draft = parseNativeRule({ text: after, path: native.origin.path, file: "" }).draft;
  const { head: _, fields: __, ...rest } = entry;
  return {
    action: {
      kind: after === found.text ? "unchanged" : "update",
      path: native.origin.path,
      targets: [dialect.id],
      rules: [native.id],
      after,
      before: found.text,
      beforeSha256: found.sha256,
      sources: [path],
    },
    entry: { ...rest, sha256: file.sha256, ...getHead(file.text, rule.content), ...compareFields(rule, draft) },
  };
}
