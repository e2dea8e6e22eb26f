import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { PreceptError, type ProgressListener } from "@precept/core";
import {
  cacheRealPaths,
  createFileSync,
  fileFailureOf,
  isMissing,
  CachedDirectory,
  locateTarget,
  removeFile,
  removeStaleFiles,
  replaceFileSync,
  type Lock,
  type Root,
} from "@precept/files";
import { saveBases } from "../backup/bases.ts";
import { removeCreatedDirectories } from "../backup/file-state.ts";
import { appendToJournal, readJournal, toEnded, type KnownFile, type TransferKind } from "../backup/journal.ts";
import { saveOriginals, saveTexts } from "../backup/save-originals.ts";
import { printLedger, type Ledger } from "../ledger/ledger.ts";
import { lockLedger, writeLedger } from "../ledger/lock-ledger.ts";
import type { ExportAction } from "../plan/export-plan.ts";
import { isCopy } from "../ledger/copies.ts";
import { applyCopy } from "./apply-copy.ts";
import { findTransferDeletions, refuseUnconfirmed } from "../backup/confirm-deletions.ts";
import { PresentFiles } from "../gather/present-files.ts";

/** The file changes of an export or import, and the ledger after them. */
export interface Transfer {
  readonly actions: readonly ExportAction[];
  readonly ledger: Ledger;
  /** Edited files that the next export overwrites. Their texts are stored in the backup. Default: none. */
  readonly superseded?: readonly string[];
}

/** The result of applying a plan. */
export interface AppliedTransfer {
  readonly done: readonly ExportAction[];
  /** The actions that were not applied, because their files were changed after the plan was made. */
  readonly notApplied: readonly ExportAction[];
}

export interface ApplyOptions {
  /** What changes the files. Default `export`. */
  readonly by?: TransferKind;
  /** Whether the user agreed to delete files that Precept did not create, or more than five files. Default false. */
  readonly isConfirmed?: boolean;
  readonly onProgress?: ProgressListener | undefined;
}

/** The number of files written before the event loop runs again. */
const batchSize = 64;

/**
 * Applies a plan: stores what stands at its paths in the backup, records the planned changes in the ledger, writes each
 * file atomically, then records the result. If a run is killed, the next one recognises its files and completes it.
 * Writes nothing if nothing changes.
 *
 * @param before the ledger that the plan was made with.
 * @throws PreceptError `FILE_SYSTEM_FAILED` if a file cannot be written, `LEDGER_CHANGED` if another run changed the
 *   ledger, `TRANSFER_NEEDS_YES` if it deletes files that the user has to agree to.
 */
export async function applyTransfer(
  dir: string,
  { actions, ledger, superseded = [] }: Transfer,
  before: Ledger,
  { by = "export", isConfirmed = false, onProgress }: ApplyOptions = {},
): Promise<AppliedTransfer> {
  const writes = actions.filter(({ kind }) => kind === "create" || kind === "update" || kind === "delete");
  if (writes.length === 0 && printLedger(ledger) === printLedger(before)) return { done: [], notApplied: [] };
  if (!isConfirmed) refuseUnconfirmed(findTransferDeletions(dir, writes, before));
  return await lockLedger(dir, before, async (root, lock) => {
    const writer = { root, by, lock };
    const { originals } = readJournal(root);
    const lost = superseded.map((path) => ({ path, targets: ledger.get(path)?.targets ?? [] }));
    await saveTexts(writer, lost);
    const newOriginals = await saveOriginals(writer, writes, before);
    const adopted = findAdopted(before, ledger, writes).map((file) => ({ ...file, kind: "known" as const }));
    await appendToJournal(writer, adopted);
    if (writes.length > 0) await writeLedger(root, withPending(before, ledger, writes), lock);
    // Real paths of the directories, which every write checks again: it opens them without following links.
    const located = cacheRealPaths(root);
    for (const [first] of Map.groupBy(writes, ({ path }) => dirname(path)).values())
      if (first !== undefined) removeStaleFiles(dirname(locateTarget(located, first.path, "inside", "keep")));
    using present = new PresentFiles(dir);
    using cached = new CachedDirectory();
    const target: WriteTarget = { root: located, present, cached, lock };
    const done: ExportAction[] = [];
    const notApplied: ExportAction[] = [];
    for (const [at, action] of writes.entries()) {
      if (at % batchSize === batchSize - 1) {
        cached[Symbol.dispose]();
        await setImmediate();
      }
      onProgress?.({ step: "Writing files", done: at, total: writes.length });
      ((await applyAction(target, action)) ? done : notApplied).push(action);
    }
    for (const { path, kind } of done)
      if (kind === "delete") await removeCreatedDirectories(root, path, originals.get(path)?.createdFrom);
    const ended = notApplied.filter(({ path }) => newOriginals.has(path));
    await appendToJournal(writer, ended.map(toEnded));
    const after = withoutNotApplied(ledger, before, notApplied);
    // The texts of the new entries of the ledger.
    const written = new Map(done.map(({ path, after: text }) => [path, text]));
    const changed = [...after].filter(([path, entry]) => !isCopy(entry) && before.get(path)?.sha256 !== entry.sha256);
    const texts = changed.flatMap(([path]) => written.get(path) ?? present.textAt(path) ?? []);
    await saveBases(root, texts, new Set([...after.values()].map(({ sha256 }) => sha256)), lock);
    await writeLedger(root, after, lock);
    return { done, notApplied };
  });
}

/** The ledger during the writes: each written file has its hash before and after. Imported files come in last. */
function withPending(before: Ledger, after: Ledger, writes: readonly ExportAction[]): Ledger {
  const ledger = new Map(before);
  for (const { path, beforeSha256 } of writes) {
    const next = after.get(path);
    const previous = before.get(path);
    if (next === undefined) continue;
    // The file may have been written by an earlier run that was killed before it updated the ledger.
    if (previous === undefined) ledger.set(path, next);
    else {
      const { sections } = next;
      const pending = { next: next.sha256, ...(sections !== undefined && { nextSections: sections }) };
      ledger.set(path, { ...previous, sha256: beforeSha256 ?? previous.sha256, ...pending });
    }
  }
  return ledger;
}

/** Returns the ledger without the entries of files that were not written, or whose rules were not. */
function withoutNotApplied(ledger: Ledger, before: Ledger, notApplied: readonly ExportAction[]): Ledger {
  const paths = new Set(notApplied.map(({ path }) => path));
  const after = new Map(ledger);
  for (const [path, { rules }] of ledger) {
    if (!paths.has(path) && !rules.some((id) => paths.has(id.slice(id.indexOf(":") + 1)))) continue;
    const previous = before.get(path);
    if (previous === undefined) after.delete(path);
    else after.set(path, previous);
  }
  return after;
}

/** Lists the files that come into the ledger as they are: imported ones, and those that equal an export. */
function findAdopted(before: Ledger, after: Ledger, writes: readonly ExportAction[]): readonly KnownFile[] {
  const written = new Set(writes.map(({ path }) => path));
  return [...after].flatMap(([path, { targets, link }]) =>
    before.has(path) || written.has(path) || link !== undefined ? [] : [{ path, targets }],
  );
}

/** What an action is applied with. */
interface WriteTarget {
  readonly root: Root;
  readonly present: PresentFiles;
  readonly cached: CachedDirectory;
  readonly lock: Lock;
}

/** Applies one action. Returns false if the file was changed after the plan was made. */
async function applyAction({ root, present, cached, lock }: WriteTarget, action: ExportAction): Promise<boolean> {
  const { kind, path, after = "", beforeSha256, copy } = action;
  const { assertHeld: beforeRename } = lock;
  if (copy !== undefined) return applyCopy(root, { ...action, copy }, lock);
  const isUnchanged = (): boolean => {
    const found = present.at(path);
    return typeof found !== "string" && found?.sha256 === beforeSha256;
  };
  // Creating a file fails if there is one.
  if (kind !== "create" && !isUnchanged()) return false;
  try {
    if (kind === "delete") await removeFile(root, path, { beforeRename });
    // Not synced to disk one by one, because an export can be repeated.
    else if (kind === "update") replaceFileSync(root, path, after, { beforeRename, cached });
    else return createFileSync(root, path, after, { beforeRename, cached });
    return true;
  } catch (error) {
    // A parent directory has become a file, or a link that leads out of the project.
    const isParentReplaced = isMissing(error) || PreceptError.is(error, "PATH_REFUSED");
    if (kind === "create" && isParentReplaced && !isUnchanged()) return false;
    throw fileFailureOf(kind, path, error);
  }
}
