import type { PlanImportOptions, ImportPlan, SkippedSource } from "./import-plan.ts";
import { isUnchanged } from "../plan/plan.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { renameRules } from "../ledger/rename-rules.ts";
import { finishWrite } from "./finish-write.ts";
import { readJoinedFile, updateJoinedEntry } from "./joined-file.ts";
import { JoinedParts } from "./joined-parts.ts";
import { planNewRules } from "./new-rules.ts";
import { planEdits } from "./plan-edits.ts";
import { getSourcePath, type SourceFile } from "./source-file.ts";

/** Plans an import: creates native rules from rule files of other tools, and merges edits of exported files into their rules. */
export function planImport(sources: readonly SourceFile[], { ledger: found, ...others }: PlanImportOptions): ImportPlan {
  const options = { ...others, ledger: finishWrites(found, sources, others.hash) };
  const { natives, take = new Set(), editsOnly = false, hash } = options;
  const foreignRules = new Set(sources.map(({ rule }) => rule.id));
  const isNew = (source: SourceFile): boolean => {
    const path = getSourcePath(source);
    const entry = options.ledger.get(path);
    if (entry === undefined || entry.link !== undefined || source.link !== undefined) return true;
    // The rule was deleted, but the user wants the file.
    return take.has(path) && !entry.rules.some((id) => natives.has(id) || foreignRules.has(id));
  };
  const managed = sources.filter((source) => !isNew(source));
  const isEdited = (source: SourceFile): boolean => {
    const entry = options.ledger.get(getSourcePath(source));
    return entry !== undefined && !isUnchanged(source.file, entry, hash);
  };
  const edited = managed.filter(isEdited);
  const joined = edited.flatMap((source) => readJoinedFile(source, options) ?? []);
  const parts = new JoinedParts(joined);
  const files = editsOnly ? [] : sources.filter(isNew);
  const added = planNewRules([...files, ...parts.sources], [...sources, ...parts.sources], options);
  const joinedPaths = new Set(joined.map(({ path }) => path));
  const single = edited.filter((source) => !joinedPaths.has(getSourcePath(source)));
  const isNative = (source: SourceFile): boolean => {
    const { rules = [] } = options.ledger.get(getSourcePath(source)) ?? {};
    return !rules.some((id) => foreignRules.has(id) && !natives.has(id));
  };
  const edits = planEdits(single.filter(isNative), joined, options);
  const notNative = single.filter((source) => !isNative(source)).map(getSourcePath);
  const known = [...added.known, ...managed.filter((source) => !isEdited(source)).map(getSourcePath)];
  const ledger = new Map([...options.ledger, ...parts.withoutParts(added.entries), ...edits.entries]);
  for (const file of joined) {
    ledger.set(file.path, updateJoinedEntry(file, edits.taken, parts.rulesOf(file, added.entries), hash));
  }
  return {
    actions: [...added.actions, ...edits.actions].map((action) => parts.nameSources(action)),
    skipped: [
      ...known.map((path): SkippedSource => ({ path, reason: "known" })),
      ...notNative.map((path): SkippedSource => ({ path, reason: "not native" })),
      ...edits.skipped,
    ],
    conflicts: edits.conflicts,
    similar: added.similar,
    excluded: added.excluded,
    superseded: edits.superseded,
    ledger: renameRules(ledger, findNewIds(files, added.entries)),
  };
}

/** Returns the ledger with the sections of writes that were killed, for files that were edited after that. */
function finishWrites(ledger: Ledger, sources: readonly SourceFile[], hash: PlanImportOptions["hash"]): Ledger {
  const finished = sources.flatMap((source) => {
    const path = getSourcePath(source);
    const entry = ledger.get(path);
    const isEdited = entry?.nextSections !== undefined && !isUnchanged(source.file, entry, hash);
    return isEdited ? [[path, finishWrite(entry, source.file.text)] as const] : [];
  });
  return finished.length === 0 ? ledger : new Map([...ledger, ...finished]);
}

/** Returns the ids of the native rules that files of other tools become, by the ids of the rules that they were. */
function findNewIds(files: readonly SourceFile[], entries: Ledger): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap((source) => {
      const native = entries.get(getSourcePath(source))?.rules[0];
      return native === undefined ? [] : [[source.rule.id, native] as const];
    }),
  );
}
