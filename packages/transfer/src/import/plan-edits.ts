import { parseNativeRule, printNativeRule, type Rule, type RuleDraft } from "@precept/core";
import type { LedgerEntry } from "../ledger/ledger.ts";
import { compareEdit, isSame, mergedFields, toText, type FieldValues, type MergedField, type RuleEdit } from "./compare-edit.ts";
import type { ContentEdit, JoinedFile } from "./joined-file.ts";
import { compareFields, getHead } from "./entry-fields.ts";
import type { EditConflict, ImportAction, PlanImportOptions, SkippedSource } from "./import-plan.ts";
import { type SourceFile, getSourcePath } from "./source-file.ts";
import { compareSection } from "./compare-section.ts";

/** The planned changes from edits of exported files. */
export interface PlannedEdits {
  readonly actions: readonly ImportAction[];
  readonly conflicts: readonly EditConflict[];
  readonly skipped: readonly SkippedSource[];
  /** The changed entries of the ledger. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  /** The files whose edits lost against another file that the user chose. The next export overwrites them. */
  readonly superseded: readonly string[];
  /** The edits of sections that their rules have after the actions. */
  readonly taken: ReadonlySet<ContentEdit>;
}

/** The edit of a rule in one of its files. */
interface FoundEdit extends RuleEdit {
  readonly path: string;
  readonly source: SourceFile;
  /** The ledger entry of a file with one rule. */
  readonly entry?: LedgerEntry;
  /** The section of a file with several rules. */
  readonly section?: ContentEdit;
}

/** All edits of one rule. */
interface EditGroup {
  readonly native: Rule;
  readonly edits: FoundEdit[];
}

/**
 * Plans to take the edits of exported files into their rules, field by field. Edits of one field that differ, in the rule or in another file, are a
 * conflict, unless the user chose a file.
 *
 * @param sources the files of the ledger with one rule that were edited.
 * @param joined those with several rules.
 */
export function planEdits(
  sources: readonly SourceFile[],
  joined: readonly JoinedFile[],
  options: PlanImportOptions,
): PlannedEdits {
  const skipped: SkippedSource[] = [];
  const conflicts: EditConflict[] = [];
  const groups = new Map<string, EditGroup>();
  const taken = new Set<ContentEdit>();
  const addEdit = (native: Rule, edit: FoundEdit): void => {
    const group = groups.get(native.id) ?? { native, edits: [] };
    groups.set(native.id, group);
    group.edits.push(edit);
  };
  for (const source of sources) {
    const found = findEdit(source, options);
    if ("reason" in found) skipped.push(found);
    else if ("field" in found) conflicts.push(found);
    else addEdit(found.native, found.edit);
  }
  for (const { path, source, edits } of joined) {
    for (const section of edits) {
      const native = options.natives.get(section.rule);
      if (native !== undefined) {
        for (const edit of compareSection(section, native)) addEdit(native, { ...edit, path, source, section });
        // The rule and its section were removed.
      } else if (section.contents.length === 0) taken.add(section);
      else conflicts.push(describeDeleted(section.rule, path, section.contents.join("\n\n")));
    }
  }
  const actions: ImportAction[] = [];
  const entries = new Map<string, LedgerEntry>();
  const superseded = new Set<string>();
  for (const group of groups.values()) {
    const planned = planGroup(group, options);
    conflicts.push(...planned.conflicts);
    if (planned.action === undefined) continue;
    if (planned.action.kind !== "unchanged") actions.push(planned.action);
    for (const [path, entry] of planned.entries) entries.set(path, entry);
    for (const path of planned.superseded) superseded.add(path);
    for (const { section } of group.edits) if (section !== undefined) taken.add(section);
  }
  return { actions, conflicts, skipped, entries, superseded: [...superseded], taken };
}

type Found = { readonly native: Rule; readonly edit: FoundEdit } | SkippedSource | EditConflict;

function findEdit(source: SourceFile, options: PlanImportOptions): Found {
  const path = getSourcePath(source);
  const entry = options.ledger.get(path);
  const [id, ...others] = entry?.rules ?? [];
  const format = source.dialect.formats.find(({ codec }) => codec.id === source.format);
  if (entry === undefined || id === undefined || others.length > 0 || format === undefined) return { path, reason: "joined" };
  const native = options.natives.get(id);
  if (native?.origin.path === undefined) return describeDeleted(id, path, source.rule.content);
  const edit = compareEdit({ native, edited: source.rule, entry, format, path }, options);
  return { native, edit: { ...edit, path, source, entry } };
}

/** Describes the conflict of a file that was edited with its rule that was deleted. */
function describeDeleted(rule: string, path: string, text: string): EditConflict {
  const deleted = { path: rule.slice(rule.indexOf(":") + 1), text: "" };
  return { rule, field: "content", versions: [deleted, { path, text }] };
}

interface PlannedGroup {
  readonly conflicts: readonly EditConflict[];
  readonly action?: ImportAction;
  readonly entries: readonly (readonly [path: string, entry: LedgerEntry])[];
  readonly superseded: readonly string[];
}

function planGroup({ native, edits }: EditGroup, options: PlanImportOptions): PlannedGroup {
  const values: FieldValues = {};
  const conflicts: EditConflict[] = [];
  for (const field of mergedFields) {
    const decision = decideField(field, native, edits, options.take ?? new Set());
    if (decision.kind === "conflict") conflicts.push(decision.conflict);
    else if (decision.kind === "value") Object.assign(values, { [field]: decision.value });
  }
  const nativePath = native.origin.path ?? "";
  const found = options.getExisting(nativePath);
  if (conflicts.length > 0 || typeof found !== "object") return { conflicts, entries: [], superseded: [] };
  const merged = { ...native, ...values };
  const after = printNativeRule(merged, found.text).text;
  const draft = parseNativeRule({ text: after, path: nativePath, file: "" }).draft;
  return {
    conflicts,
    action: {
      kind: after === found.text ? "unchanged" : "update",
      path: nativePath,
      targets: [...new Set(edits.map(({ source }) => source.dialect.id))],
      rules: [native.id],
      after,
      before: found.text,
      beforeSha256: found.sha256,
      sources: [...new Set(edits.map(({ path }) => path))],
    },
    entries: edits.flatMap((edit) => {
      return edit.entry === undefined ? [] : [[edit.path, planEntry(edit, edit.entry, merged, draft)] as const];
    }),
    superseded: edits.filter((edit) => isSuperseded(edit, merged)).map(({ path }) => path),
  };
}

/** Returns the ledger entry of an edited file. Values that the file has, but the merged rule does not, are not preserved: the next export writes them. */
function planEntry(edit: FoundEdit, entry: LedgerEntry, merged: Rule, draft: RuleDraft | undefined): LedgerEntry {
  const { rule, file } = edit.source;
  const { head: _, fields: __, ...rest } = entry;
  const outdated = edit.differing.filter((field) => !isSame(merged, edit.values, field));
  const { fields = {} } = compareFields(rule, draft);
  const preserved = Object.entries(fields).filter(([field]) => !outdated.some((one) => one === field));
  return {
    ...rest,
    sha256: file.sha256,
    ...getHead(file.text, rule.content),
    ...(preserved.length > 0 && { fields: Object.fromEntries(preserved) }),
  };
}

/** Whether the merged rule does not have a value that was edited in the file. */
function isSuperseded({ changed, clashes, values }: RuleEdit, merged: Rule): boolean {
  return [...changed, ...clashes.map(({ field }) => field)].some((field) => !isSame(merged, values, field));
}

type Decision =
  | { readonly kind: "unchanged" }
  | { readonly kind: "value"; readonly value: FieldValues[MergedField] }
  | { readonly kind: "conflict"; readonly conflict: EditConflict };

function decideField(field: MergedField, native: Rule, edits: readonly FoundEdit[], take: ReadonlySet<string>): Decision {
  const involved = edits.filter(({ changed, clashes }) => {
    return changed.includes(field) || clashes.some((clash) => clash.field === field);
  });
  const [first] = involved;
  if (first === undefined) return { kind: "unchanged" };
  const chosen = involved.find(({ path, values }) => take.has(path) && Object.hasOwn(values, field));
  if (chosen !== undefined) return { kind: "value", value: chosen.values[field] };
  const clash = involved.flatMap(({ clashes }) => clashes).find((one) => one.field === field);
  const agree = involved.every(({ values }) => Object.hasOwn(values, field) && isSame(values, first.values, field));
  if (clash === undefined && agree) return { kind: "value", value: first.values[field] };
  return {
    kind: "conflict",
    conflict: {
      rule: native.id,
      field,
      ...(clash?.base !== undefined && { base: clash.base }),
      versions: [
        ...(clash === undefined ? [] : [{ path: clash.at ?? native.origin.path ?? native.id, text: clash.rule }]),
        ...involved.map(({ path, clashes, values, source }) => ({
          path,
          text: clashes.find((one) => one.field === field)?.file ?? toText(values[field] ?? source.rule[field]),
        })),
      ],
    },
  };
}
