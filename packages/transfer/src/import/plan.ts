import { type Ledger, type LedgerEntry, renameRules } from "../ledger/ledger.ts";
import { finishWrite } from "../print/finish-write.ts";
import { planEdits } from "./edits/plan-edits.ts";
import type { ImportPlan, PlanImportOptions, SkippedSource } from "./import-plan.ts";
import { readJoinedFile, updateJoinedEntry } from "./joined/joined-file.ts";
import { planNewRules } from "./new-rules/new-rules.ts";
import { findEditedEntry, getSourcePath, type SourceFile } from "./source-file.ts";

/** Plans an import: native rules for files of other tools, and changes of rules whose exported files were edited. */
export function planImport(sources: readonly SourceFile[], given: PlanImportOptions): ImportPlan {
  const options = { ...given, ledger: finishWrites(given.ledger, sources) };
  const { natives, take, editsOnly = false } = options;
  const entryOf = (source: SourceFile): LedgerEntry | undefined => options.ledger.get(getSourcePath(source));
  const foreignRules = new Set(sources.map(({ rule }) => rule.id));
  const isNew = (source: SourceFile): boolean => {
    const entry = entryOf(source);
    if (entry === undefined || entry.link !== undefined || source.link !== undefined) return true;
    // The rule was deleted, but the user wants the file.
    return take?.has(getSourcePath(source)) === true && !entry.rules.some((id) => natives.has(id) || foreignRules.has(id));
  };
  const isEdited = (source: SourceFile): boolean => findEditedEntry(source, options.ledger) !== undefined;
  const isNative = (source: SourceFile): boolean =>
    entryOf(source)?.rules.some((id) => foreignRules.has(id) && !natives.has(id)) !== true;

  const managed = sources.filter((source) => !isNew(source));
  const edited = managed.filter(isEdited);
  const joined = edited.flatMap((source) => readJoinedFile(source, options) ?? []);
  const joinedPaths = new Set(joined.map(({ path }) => path));
  const single = edited.filter((source) => !joinedPaths.has(getSourcePath(source)));
  // A text that was added to a joined file is planned like a file, with a path such as `AGENTS.md:12`.
  const parts = new Map(joined.flatMap(({ path, added }) => added.map(({ source }) => [getSourcePath(source), path] as const)));
  const partSources = joined.flatMap(({ added }) => added.map(({ source }) => source));
  const files = editsOnly ? [] : sources.filter(isNew);

  const created = planNewRules([...files, ...partSources], [...sources, ...partSources], options);
  const edits = planEdits(single.filter(isNative), joined, options);
  const createdEntries = new Map(created.entries);
  const idOf = (source: SourceFile): string | undefined => createdEntries.get(getSourcePath(source))?.rules[0];
  const ledger = new Map([...options.ledger, ...createdEntries, ...edits.entries]);
  for (const part of parts.keys()) ledger.delete(part);
  for (const file of joined) {
    const added = file.added.map(({ source }) => idOf(source));
    ledger.set(file.path, updateJoinedEntry(file, edits.taken, added));
  }
  const known = [...created.known, ...managed.filter((source) => !isEdited(source)).map(getSourcePath)];
  const notNative = single.filter((source) => !isNative(source)).map(getSourcePath);
  const newIds = files.flatMap((source) => {
    const id = idOf(source);
    return id === undefined ? [] : [[source.rule.id, id] as const];
  });
  return {
    actions: [...created.actions, ...edits.actions].map((action) => ({
      ...action,
      sources: [...new Set(action.sources.map((path) => parts.get(path) ?? path))],
    })),
    skipped: [
      ...known.map((path): SkippedSource => ({ path, reason: "known" })),
      ...notNative.map((path): SkippedSource => ({ path, reason: "not native" })),
      ...edits.skipped,
    ],
    conflicts: edits.conflicts,
    similar: created.similar,
    excluded: created.excluded,
    superseded: edits.superseded,
    ledger: renameRules(ledger, new Map(newIds)),
  };
}

/** Returns the ledger with the sections of writes that were killed, for files that were edited after that. */
function finishWrites(ledger: Ledger, sources: readonly SourceFile[]): Ledger {
  const finished = sources.flatMap((source) => {
    const entry = findEditedEntry(source, ledger);
    return entry?.nextSections === undefined ? [] : [[getSourcePath(source), finishWrite(entry, source.file.text)] as const];
  });
  return finished.length === 0 ? ledger : new Map([...ledger, ...finished]);
}
