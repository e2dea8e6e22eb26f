import { parseNativeRule, printNativeRule, type Rule, type RuleDraft } from "@precept/core";
import { escapeExpansions, type ExpansionSpec } from "@precept/mdc-compat";
import type { LedgerEntry } from "../../ledger/ledger.ts";
import { isSameText } from "../../ledger/same-text.ts";
import {
  planUpdate,
  type ChangedEntries,
  type EditConflict,
  type ImportAction,
  type PlanImportOptions,
  type SkippedSource,
} from "../import-plan.ts";
import type { ContentEdit, JoinedFile } from "../joined/joined-file.ts";
import { isCut } from "../../print/cut-text.ts";
import { compareFields, getHead } from "../ledger-entries.ts";
import { getSourcePath, type SourceFile } from "../source-file.ts";
import { compareEdit, compareSection, isSame, mergedFields, toText, type MergedField, type RuleEdit } from "./compare-edit.ts";

export interface PlannedEdits {
  readonly actions: readonly ImportAction[];
  readonly conflicts: readonly EditConflict[];
  readonly skipped: readonly SkippedSource[];
  readonly entries: ChangedEntries;
  /** The files whose edits lost against another file that the user chose. The next export overwrites them. */
  readonly superseded: readonly string[];
  /** The edits of sections that their rules have after the actions. */
  readonly taken: ReadonlySet<ContentEdit>;
}

interface FoundEdit {
  readonly fields: RuleEdit;
  readonly path: string;
  readonly source: SourceFile;
  readonly entry?: LedgerEntry;
  /** What the tool replaces in the text of the file. Default: nothing. */
  readonly expansions?: readonly ExpansionSpec[] | undefined;
  readonly section?: ContentEdit;
}

/** Plans to take edits into their rules, field by field. Different edits of a field conflict, unless `take` decides. */
export function planEdits(
  sources: readonly SourceFile[],
  joined: readonly JoinedFile[],
  options: PlanImportOptions,
): PlannedEdits {
  const skipped: SkippedSource[] = [];
  const conflicts: EditConflict[] = [];
  const taken = new Set<ContentEdit>();
  const byRule = new Map<Rule, FoundEdit[]>();
  const addEdit = (native: Rule, edit: FoundEdit): void => {
    byRule.set(native, [...(byRule.get(native) ?? []), edit]);
  };
  for (const source of sources) {
    const path = getSourcePath(source);
    const entry = options.ledger.get(path);
    const [id, ...others] = entry?.rules ?? [];
    const format = source.dialect.formats.find(({ codec }) => codec.id === source.format);
    if (entry === undefined || id === undefined || others.length > 0 || format === undefined) {
      skipped.push({ path, reason: "joined" });
      continue;
    }
    const native = options.natives.get(id);
    if (native?.origin.path === undefined) conflicts.push(describeDeleted(id, path, source.rule.content));
    else {
      const fields = compareEdit({ native, edited: source.rule, entry, format, path }, options);
      addEdit(native, { fields, path, source, entry, expansions: format.spec.expansions });
    }
  }
  for (const { path, source, edits } of joined) {
    for (const section of edits) {
      const native = options.natives.get(section.rule);
      if (native !== undefined)
        for (const fields of compareSection(section, native)) addEdit(native, { fields, path, source, section });
      // The rule and its section were removed.
      else if (section.contents.length === 0) taken.add(section);
      else conflicts.push(describeDeleted(section.rule, path, section.contents.join("\n\n")));
    }
  }
  const planned = [...byRule].map(([native, edits]) => planRule(native, edits, options));
  for (const section of planned.flatMap((one) => one.taken)) taken.add(section);
  return {
    actions: planned.flatMap(({ actions }) => actions),
    conflicts: [...conflicts, ...planned.flatMap((one) => one.conflicts)],
    skipped,
    entries: planned.flatMap(({ entries }) => entries),
    superseded: [...new Set(planned.flatMap(({ superseded }) => superseded))],
    taken,
  };
}

function describeDeleted(rule: string, path: string, text: string): EditConflict {
  const deleted = { path: rule.slice(rule.indexOf(":") + 1), text: "" };
  return { rule, field: "content", versions: [deleted, { path, text }] };
}

type PlannedRule = Pick<PlannedEdits, "actions" | "conflicts" | "entries" | "superseded"> & {
  readonly taken: readonly ContentEdit[];
};

function planRule(native: Rule, edits: readonly FoundEdit[], options: PlanImportOptions): PlannedRule {
  const values: Partial<Pick<Rule, MergedField>> = {};
  const conflicts: EditConflict[] = [];
  for (const field of mergedFields) {
    const decided = decideField(field, native, edits, options.take);
    if (decided !== undefined && "versions" in decided) conflicts.push(decided);
    else if (decided !== undefined) Object.assign(values, { [field]: decided.value });
  }
  const path = native.origin.path ?? "";
  const found = options.getExisting(path);
  if (conflicts.length > 0 || typeof found !== "object")
    return { conflicts, actions: [], entries: [], superseded: [], taken: [] };
  const merged: Rule = { ...native, ...values };
  const after = printNativeRule(merged, found.text).text;
  const { draft } = parseNativeRule({ text: after, path, file: "" });
  const sources = edits.map(({ source }) => source);
  const action = planUpdate(native, found, after, sources);
  const isSuperseded = ({ fields }: FoundEdit): boolean =>
    [...fields].some(([field, { edited, value }]) => edited !== "rule" && !isSame(field, merged[field], value));
  return {
    conflicts,
    actions: action.kind === "unchanged" ? [] : [action],
    entries: edits.flatMap((edit) =>
      edit.entry === undefined ? [] : [[edit.path, planEntry(edit, edit.entry, merged, draft)] as const],
    ),
    superseded: edits.filter(isSuperseded).map((edit) => edit.path),
    taken: edits.flatMap(({ section }) => section ?? []),
  };
}

/** Returns the ledger entry of an edited file. The next export overwrites values that the merged rule does not have. */
function planEntry(
  { fields, source, expansions = [] }: FoundEdit,
  entry: LedgerEntry,
  merged: Rule,
  draft: RuleDraft | undefined,
): LedgerEntry {
  const { rule, file } = source;
  const { head: _, fields: __, ...rest } = entry;
  const outdated = new Set<string>(
    [...fields].flatMap(([field, { value }]) => (isSame(field, merged[field], value) ? [] : [field])),
  );
  // The next export cuts the text of the rule again, or escapes it again because the tool replaces nothing in the file.
  const isEscaped = entry.head === undefined && expansions.length > 0 && isEscapedText(rule, merged, expansions);
  const isAsExported = isEscaped || isCut(rule.content, merged);
  const preserved = Object.entries(compareFields(rule, draft).fields ?? {}).filter(
    ([field]) => !outdated.has(field) && !(isAsExported && field === "content"),
  );
  return {
    ...rest,
    sha256: file.sha256,
    ...(isAsExported ? {} : getHead(file.text, rule.content)),
    ...(preserved.length > 0 && { fields: Object.fromEntries(preserved) }),
  };
}

function isEscapedText({ content }: Rule, native: Rule, expansions: readonly ExpansionSpec[]): boolean {
  return isSameText(content, escapeExpansions(native.content, expansions));
}

/** Returns the new value of a field, or the conflict of its edits. Undefined if no file changes it. */
function decideField(
  field: MergedField,
  native: Rule,
  edits: readonly FoundEdit[],
  take: ReadonlySet<string> | undefined,
): { readonly value: unknown } | EditConflict | undefined {
  const involved = edits.flatMap(({ path, fields }) => {
    const edit = fields.get(field);
    return edit === undefined || edit.edited === "rule" ? [] : [{ ...edit, path }];
  });
  const [first] = involved;
  if (first === undefined) return undefined;
  const chosen = involved.find(({ path, value }) => take?.has(path) === true && value !== undefined);
  if (chosen !== undefined) return { value: chosen.value };
  const clash = involved.find(({ edited }) => edited === "both");
  const { value } = first;
  if (clash === undefined && value !== undefined && involved.every((one) => isSame(field, value, one.value))) return { value };
  const inRule = clash === undefined ? [] : [{ path: clash.at ?? native.origin.path ?? native.id, text: clash.rule }];
  return {
    rule: native.id,
    field,
    ...(clash?.base !== undefined && { base: clash.base }),
    versions: [
      ...inRule,
      ...involved.map((one) => ({ path: one.path, text: one.edited === "both" ? one.file : toText(one.value ?? one.file) })),
    ],
  };
}
