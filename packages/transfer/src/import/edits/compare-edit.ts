import { withoutUndefined, type Rule, type RuleDraft } from "@precept/core";
import { unescapeExpansions, type RuleFormat } from "@precept/mdc-compat";
import { isSameJson, isSameText, isWrittenText, withLineEndsOf } from "../../ledger/same-text.ts";
import type { LedgerEntry } from "../../ledger/ledger.ts";
import { restoreFileFields } from "../../ledger/restore-file-fields.ts";
import { restoreRest } from "../../print/cut-text.ts";
import { createReferenceTarget, writeOutputReferences } from "../../print/write-output-references.ts";
import { readReferences } from "../../references/read-references.ts";
import { flattenRule } from "../../select/rule-directories.ts";
import type { PlanImportOptions } from "../import-plan.ts";
import type { ContentEdit } from "../joined/joined-file.ts";

export const mergedFields = ["content", "description", "inclusion", "globs"] as const;
export type MergedField = (typeof mergedFields)[number];
type FieldValue = string | readonly string[];

interface FieldEdit {
  /** Where the field was edited. `both` also if the last exported value is not known. */
  readonly edited: "file" | "rule" | "both";
  /** The value of the file, as a native rule has it. Absent if a native rule cannot have it. */
  readonly value?: FieldValue;
  /** The last exported value, as text. Absent if it is not known. */
  readonly base?: string;
  readonly rule: string;
  readonly file: string;
  /** The included file whose inserted text was edited. It has the first value instead of the rule. */
  readonly at?: string;
}

export type RuleEdit = ReadonlyMap<MergedField, FieldEdit>;

export interface EditedFile {
  readonly native: Rule;
  readonly edited: Rule;
  readonly entry: LedgerEntry;
  readonly format: RuleFormat;
  readonly path: string;
}

/** Compares an edited file with its native rule and with its last exported text. */
export function compareEdit(file: EditedFile, options: PlanImportOptions): RuleEdit {
  const { native, edited, format, path, entry } = file;
  const { text: printed, rest } = printAsExport(file, options);
  const baseText = isWrittenText(printed, [entry.sha256]) ? printed : options.getBase?.(entry.sha256);
  const rule = parseDraft(printed, format, path);
  const base = baseText === printed ? rule : parseDraft(baseText, format, path);
  const whole = restoreRest(edited.content, rest, native);
  const read = readReferences(whole ?? edited.content, {
    ...createReferenceTarget(format.spec, path, options),
    native,
    ...(base !== undefined && { base: restoreRest(base.content, rest, native) ?? base.content }),
  });
  const { inclusion, globs, description } = edited;
  // What an imported file says is meant: only exports escape.
  const expansions = entry.head === undefined ? (format.spec.expansions ?? []) : [];
  // The file's patterns are relative to the project root, and cannot be converted to the subdirectory.
  const conditions = isFlat(native, path) ? {} : { inclusion, globs };
  const values: Partial<Record<MergedField, FieldValue>> = {
    // Without its last line, it is not known where the rest of the text belongs.
    ...(whole !== undefined && {
      content: withLineEndsOf(native.content, unescapeExpansions(read.content, native.content, expansions)),
    }),
    description,
    ...conditions,
  };
  const fields = new Map<MergedField, FieldEdit>();
  for (const field of mergedFields) {
    if (rule !== undefined && isSame(field, rule[field], edited[field])) continue;
    const value = values[field];
    const at = field === "content" ? read.edited[0] : undefined;
    const isRuleUnchanged = base !== undefined && rule !== undefined && isSame(field, base[field], rule[field]);
    const isFileUnchanged = base !== undefined && isSame(field, base[field], edited[field]);
    const canTake = isRuleUnchanged && at === undefined && value !== undefined;
    const texts = { base: base && toText(base[field]), rule: toText((rule ?? native)[field]), file: toText(edited[field]) };
    const where = isFileUnchanged ? "rule" : canTake ? "file" : "both";
    fields.set(field, withoutUndefined({ edited: where, value, ...texts, at } as const));
  }
  return fields;
}

/** Compares the edited section of a joined file with its native rule. Returns an edit per occurrence of the section. */
export function compareSection({ contents, base, isUnclear, editedFiles: [at] }: ContentEdit, native: Rule): readonly RuleEdit[] {
  const shared = withoutUndefined({ rule: native.content, base, at });
  // The section was removed: there is no text to take.
  if (contents.length === 0) return [new Map([["content", { ...shared, edited: "both", file: "" }]])];
  const isClear = contents.length === 1 && !isUnclear && at === undefined;
  const isRuleUnchanged = base !== undefined && isSameText(base, native.content);
  return contents.map((content) => {
    if (isClear && isSameText(content, native.content)) return new Map();
    const value = withLineEndsOf(native.content, content);
    const edited = isClear && isRuleUnchanged ? "file" : "both";
    return new Map([["content", { ...shared, edited, value, file: content }]]);
  });
}

/** Whether two values of a field are the same. Line ends of texts do not count. */
export function isSame(field: MergedField, left: FieldValue, right: FieldValue | undefined): boolean {
  return field === "content" ? isSameText(toText(left), toText(right ?? "")) : isSameJson(left, right ?? null);
}

export function toText(value: FieldValue): string {
  return typeof value === "string" ? value : value.join("\n");
}

function printAsExport(
  { native, entry, format, path }: EditedFile,
  options: PlanImportOptions,
): { readonly text: string; readonly rest: string | undefined } {
  const { head } = entry;
  const rule = restoreFileFields(isFlat(native, path) ? flattenRule(native) : native, entry);
  const output = { path, codec: format.codec, rule, preserved: { ...(head !== undefined && { head }) } };
  const { rule: written, rest } = writeOutputReferences(native, output, [format], options);
  const original = head === undefined ? undefined : head + written.content;
  return { text: format.codec.print({ ...written, targets: [] }, original).text, rest };
}

function parseDraft(text: string | undefined, { codec }: RuleFormat, path: string): RuleDraft | undefined {
  return text === undefined ? undefined : codec.parse({ text, path, file: path }).draft;
}

/** Whether the file is outside of the directory of its rule, so that its patterns are relative to the project. */
function isFlat({ origin: { base } }: Rule, path: string): boolean {
  return base !== undefined && !path.startsWith(`${base}/`);
}
