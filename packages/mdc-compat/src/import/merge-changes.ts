import type { Rule, RuleDraft } from "@precept/core";
import type { Ledger, LedgerEntry } from "../export/ledger.ts";
import { writeOutputReferences } from "../export/write-output-references.ts";
import type { RuleFormat } from "../model/dialect.ts";
import type { ReadReference } from "../references/included-text.ts";
import { readReferences } from "../references/read-references.ts";
import { restoreFileFields } from "../export/restore-file-fields.ts";
import { flattenRule } from "../export/flatten-rule.ts";
import { isSameJson } from "../export/is-same-json.ts";
import { isSameText, isWrittenText, withLineEndsOf } from "../export/line-ends.ts";

interface MergeInput {
  readonly native: Rule;
  /** The rule in the edited file. */
  readonly edited: Rule;
  /** The ledger entry of the file. */
  readonly entry: LedgerEntry;
  readonly format: RuleFormat;
  readonly path: string;
  readonly hash: (text: string) => string;
  readonly ledger: Ledger;
  readonly readReference: ReadReference;
}

const mergedFields = ["content", "description", "inclusion", "globs"] as const;

/**
 * Applies the edits of an exported file to its native rule.
 *
 * @returns undefined if there is a conflict: the native rule was changed since the export too.
 */
export function mergeChanges(input: MergeInput): Rule | undefined {
  const { native, edited, entry, format, path, hash, ledger, readReference } = input;
  const { codec, spec } = format;
  const { base } = native.origin;
  const isFlat = base !== undefined && !path.startsWith(`${base}/`);
  const restored = restoreFileFields(isFlat ? flattenRule(native) : native, entry);
  const { head } = entry;
  const output = { path, codec, rule: restored, preserved: { ...(head !== undefined && { head }) } };
  const { rule: printed } = writeOutputReferences(native, output, { formats: [format] }, { readReference, ledger, hash }).output;
  const original = entry.head === undefined ? undefined : entry.head + printed.content;
  const { text } = codec.print({ ...printed, targets: [] }, original);
  if (!isWrittenText(text, [entry.sha256], hash)) return undefined;
  const exported = codec.parse({ text, path, file: path }).draft;
  if (exported === undefined) return undefined;
  const target = { spec, path, readFile: readReference, hasRules: (file: string) => ledger.has(file) };
  const read = readReferences(edited.content, { ...target, native, base: exported.content });
  // The text of another file was edited, which the rule does not have.
  if (read.edited.length > 0) return undefined;
  const changes = { ...edited, content: withLineEndsOf(native.content, read.content) };
  const changed = mergedFields.filter((field) => !isSame(exported, edited, field));
  // The patterns in the file are relative to the project root. They cannot be converted back to patterns of the subdirectory.
  if (isFlat && changed.some((field) => field === "globs" || field === "inclusion")) return undefined;
  return { ...native, ...Object.fromEntries(changed.map((field) => [field, changes[field]])) };
}

function isSame(exported: RuleDraft, edited: Rule, field: (typeof mergedFields)[number]): boolean {
  if (field === "content") return isSameText(exported.content, edited.content);
  return isSameJson(exported[field], edited[field]);
}
