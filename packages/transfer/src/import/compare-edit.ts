import type { Rule, RuleDraft } from "@precept/core";
import { flattenRule } from "../select/flatten-rule.ts";
import { isSameJson } from "../ledger/is-same-json.ts";
import type { LedgerEntry } from "../ledger/ledger.ts";
import { isSameText, isWrittenText, withLineEndsOf } from "../ledger/line-ends.ts";
import { restoreFileFields } from "../ledger/restore-file-fields.ts";
import { writeOutputReferences } from "../print/write-output-references.ts";
import type { RuleFormat } from "@precept/mdc-compat";
import { notReadable } from "../references/included-text.ts";
import { readReferences } from "../references/read-references.ts";
import type { PlanImportOptions } from "./import-plan.ts";

/** The fields of a rule that an edit of an exported file can change. */
export const mergedFields = ["content", "description", "inclusion", "globs"] as const;
export type MergedField = (typeof mergedFields)[number];

/** Values of the fields, as a native rule has them. */
export type FieldValues = Partial<Pick<Rule, MergedField>>;

/** A field that has one value in the edited file and another in its rule, and neither is the last exported one. */
export interface FieldClash {
  readonly field: MergedField;
  /** The last exported value, as text. Absent if it is not known. */
  readonly base?: string;
  /** The value of the rule, as text. */
  readonly rule: string;
  /** The value of the file, as text. */
  readonly file: string;
  /** Where the first value is, if not in the rule: the file whose text is part of the edited one. */
  readonly at?: string;
}

/** What was changed in an exported file since it was exported. */
export interface RuleEdit {
  /** The edited values, also those that clash. A value that a native rule cannot have is missing. */
  readonly values: FieldValues;
  /** The fields that are different in the file and in the rule, whichever was changed. */
  readonly differing: readonly MergedField[];
  /** The edited fields that did not change in the rule. */
  readonly changed: readonly MergedField[];
  readonly clashes: readonly FieldClash[];
}

export interface EditedFile {
  readonly native: Rule;
  /** The rule in the edited file. */
  readonly edited: Rule;
  /** The ledger entry of the file. */
  readonly entry: LedgerEntry;
  readonly format: RuleFormat;
  readonly path: string;
}

/** Compares an edited file with its native rule and with its last exported text. */
export function compareEdit(file: EditedFile, options: PlanImportOptions): RuleEdit {
  const { native, edited, format, path, entry } = file;
  const { hash, getBase } = options;
  const printed = printAsExport(file, options);
  const isRuleUnchanged = isWrittenText(printed, [entry.sha256], hash);
  const baseText = isRuleUnchanged ? printed : getBase?.(path, entry.sha256);
  const rule = parseDraft(printed, format, path);
  const base = baseText === printed ? rule : parseDraft(baseText, format, path);
  const read = readContent(file, base?.content, options);
  const { inclusion, globs, description } = edited;
  // The patterns in the file are relative to the project root. They cannot be converted back to patterns of the subdirectory.
  const conditions = isFlat(native, path) ? {} : { inclusion, globs };
  const values = { content: withLineEndsOf(native.content, read.content), description, ...conditions };
  const differing = mergedFields.filter((field) => rule === undefined || !isSame(rule, edited, field));
  const changed: MergedField[] = [];
  const clashes = differing.flatMap((field): readonly FieldClash[] => {
    if (base !== undefined && isSame(base, edited, field)) return [];
    const insertedFile = field === "content" ? read.edited[0] : undefined;
    const canChange = base !== undefined && rule !== undefined && isSame(base, rule, field) && insertedFile === undefined;
    if (canChange && Object.hasOwn(values, field)) {
      changed.push(field);
      return [];
    }
    return [
      {
        field,
        ...(base !== undefined && { base: toText(base[field]) }),
        rule: toText((rule ?? native)[field]),
        file: toText(edited[field]),
        ...(insertedFile !== undefined && { at: insertedFile }),
      },
    ];
  });
  return { values, differing, changed, clashes };
}

/** Whether two values of a field are the same. Line ends of texts do not count. */
export function isSame(left: FieldValues | RuleDraft, right: FieldValues, field: MergedField): boolean {
  if (field === "content") return isSameText(left.content ?? "", right.content ?? "");
  return isSameJson(left[field] ?? null, right[field] ?? null);
}

/** Returns the value of a field as text, with one line per pattern. */
export function toText(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value.join("\n");
}

/** Prints the native rule as an export does now. */
function printAsExport({ native, entry, format, path }: EditedFile, options: PlanImportOptions): string {
  const { hash, ledger, readReference = notReadable } = options;
  const { head } = entry;
  const rule = restoreFileFields(isFlat(native, path) ? flattenRule(native) : native, entry);
  const output = { path, codec: format.codec, rule, preserved: { ...(head !== undefined && { head }) } };
  const written = writeOutputReferences(native, output, [format], { readReference, ledger, hash }).rule;
  return format.codec.print({ ...written, targets: [] }, head === undefined ? undefined : head + written.content).text;
}

function readContent(
  { edited, native, format, path }: EditedFile,
  base: string | undefined,
  { ledger, readReference = notReadable }: PlanImportOptions,
): ReturnType<typeof readReferences> {
  return readReferences(edited.content, {
    spec: format.spec,
    path,
    readFile: readReference,
    hasRules: (one) => ledger.has(one),
    native,
    ...(base !== undefined && { base }),
  });
}

function parseDraft(text: string | undefined, { codec }: RuleFormat, path: string): RuleDraft | undefined {
  return text === undefined ? undefined : codec.parse({ text, path, file: path }).draft;
}

/** Whether the file is outside of the directory of its rule, and has its patterns relative to the project. */
function isFlat({ origin: { base } }: Rule, path: string): boolean {
  return base !== undefined && !path.startsWith(`${base}/`);
}
