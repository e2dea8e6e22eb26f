import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { PreceptError, type ProgressListener } from "@precept/core";
import { printLedger, type Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import type { ExportAction } from "../plan/plan.ts";
import {
  createFileSync,
  fileFailureOf,
  locateTarget,
  makeDirectory,
  openRoot,
  putFile,
  removeFile,
  replaceFileSync,
  removeStaleFiles,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { ledgerPath } from "../ledger/ledger-path.ts";
import { saveBases } from "../backup/bases.ts";
import { removeCreatedDirectories } from "../backup/created-directories.ts";
import { findOriginals, readJournal, type TransferKind } from "../backup/journal.ts";
import { endOriginals, saveOriginals, saveTexts, noteHandwritten, type KnownFile } from "../backup/save-originals.ts";
import { requireConfirmation } from "./confirm-deletions.ts";
import { requireLedger } from "../ledger/ledger-file.ts";
import { PresentFiles } from "./present-files.ts";

/** The file changes of an export or import, and the ledger after them. */
export interface Transfer {
  readonly actions: readonly ExportAction[];
  readonly ledger: Ledger;
  /** Files whose texts the next export overwrites, although they were edited. They are stored in the backup. Default: none. */
  readonly superseded?: readonly string[];
}

/** The result of applying a plan. */
export interface AppliedTransfer {
  /** The applied actions. */
  readonly done: readonly ExportAction[];
  /** The skipped actions, whose files were changed after the plan was made. */
  readonly notApplied: readonly ExportAction[];
}

export interface ApplyOptions {
  /** What changes the files. Default `export`. */
  readonly by?: TransferKind;
  /** Whether the user agreed to delete files that Precept did not create, or more than five files. Default false. */
  readonly isConfirmed?: boolean;
  /** Receives the number of files that are written or deleted. */
  readonly onProgress?: ProgressListener | undefined;
}

/** The number of files written before the event loop runs again. */
const batchSize = 64;

/**
 * Applies a plan: stores what stands at its paths in the backup, records the planned changes in the ledger, writes each file atomically, then records the
 * result. If a run is killed, the next one recognises its files and completes it. Writes nothing if nothing changes.
 *
 * @param before the ledger that the plan was made with.
 * @throws PreceptError `FILE_SYSTEM_FAILED` if a file cannot be written, `LEDGER_CHANGED` if another run changed the ledger,
 *   `TRANSFER_NEEDS_YES` if it deletes files that the user has to agree to.
 */
export async function applyTransfer(
  dir: string,
  { actions, ledger, superseded = [] }: Transfer,
  before: Ledger,
  { by = "export", isConfirmed = false, onProgress }: ApplyOptions = {},
): Promise<AppliedTransfer> {
  const writes = actions.filter(({ kind }) => kind === "create" || kind === "update" || kind === "delete");
  if (writes.length === 0 && printLedger(ledger) === printLedger(before)) return { done: [], notApplied: [] };
  const root = openRoot(dir);
  if (!isConfirmed) requireConfirmation(root, writes, before);
  const applyLocked = async (lock: Lock): Promise<AppliedTransfer> => {
    if (printLedger(requireLedger(dir)) !== printLedger(before)) throw new PreceptError("LEDGER_CHANGED", { path: ledgerPath });
    const originals = findOriginals(readJournal(root));
    const lost = superseded.map((path) => ({ path, targets: ledger.get(path)?.targets ?? [] }));
    await saveTexts(root, lost, { by, lock });
    const newOriginals = await saveOriginals(root, writes, { by, before, lock });
    await noteHandwritten(root, findAdopted(before, ledger, writes), { by, lock });
    if (writes.length > 0) await writeLedger(root, withPending(before, ledger, writes), lock);
    for (const directory of new Set(writes.map((action) => dirname(locateTarget(root, action.path, "inside", "keep")))))
      removeStaleFiles(directory);
    const present = new PresentFiles(dir);
    const done: ExportAction[] = [];
    const notApplied: ExportAction[] = [];
    for (const [at, action] of writes.entries()) {
      if (at % batchSize === batchSize - 1) await setImmediate();
      onProgress?.({ step: "Writing files", done: at, total: writes.length });
      ((await applyAction(root, action, present, lock)) ? done : notApplied).push(action);
    }
    for (const { path } of done.filter(({ kind }) => kind === "delete")) {
      await removeCreatedDirectories(root, path, originals.get(path)?.createdFrom);
    }
    await endOriginals(
      root,
      notApplied.filter(({ path }) => newOriginals.has(path)),
      { by, lock },
    );
    const after = withoutNotApplied(ledger, before, notApplied);
    await updateBases(root, { before, after, done, present, lock });
    await writeLedger(root, after, lock);
    return { done, notApplied };
  };
  try {
    await makeDirectory(root, dirname(ledgerPath));
    return await withLock(root, ledgerPath, "fs", applyLocked);
  } catch (error) {
    throw fileFailureOf("write", ledgerPath, error);
  }
}

/**
 * Returns the ledger during the writes: it has the hash of each written file before and after. Imported files come in at the end: until their rules are
 * written, they are not known.
 */
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

/** Returns the ledger without the changes of files that were not written, and of imported files whose rules were not. */
function withoutNotApplied(ledger: Ledger, before: Ledger, notApplied: readonly ExportAction[]): Ledger {
  if (notApplied.length === 0) return ledger;
  const paths = new Set(notApplied.map(({ path }) => path));
  const after = new Map(ledger);
  for (const [path, { rules }] of ledger) {
    if (!paths.has(path) && !rules.some((id) => paths.has(id.slice(id.indexOf(":") + 1)))) continue;
    const previous: LedgerEntry | undefined = before.get(path);
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

/** Applies one action. Returns false if the file was changed after the plan was made. */
async function applyAction(
  root: Root,
  { kind, path, after = "", beforeSha256 }: ExportAction,
  present: PresentFiles,
  { assertHeld: beforeRename }: Lock,
): Promise<boolean> {
  const found = present.at(path);
  if (typeof found === "string" || found?.sha256 !== beforeSha256) return false;
  try {
    if (kind === "delete") await removeFile(root, path, { beforeRename });
    // Not synced to disk one by one, because an export can be repeated.
    else if (kind === "update") replaceFileSync(root, path, after, { beforeRename });
    else return createFileSync(root, path, after, { beforeRename });
    return true;
  } catch (error) {
    throw fileFailureOf(kind, path, error);
  }
}

/** Stores the texts of the new entries of the ledger. */
async function updateBases(root: Root, { before, after, done, present, lock }: ChangedEntries): Promise<void> {
  const written = new Map(done.map(({ path, after: text }) => [path, text]));
  const changed = [...after].filter(([path, { sha256 }]) => before.get(path)?.sha256 !== sha256);
  const texts = changed.flatMap(([path]) => written.get(path) ?? readText(present, path) ?? []);
  await saveBases(root, texts, new Set([...after.values()].map(({ sha256 }) => sha256)), lock);
}

interface ChangedEntries {
  readonly before: Ledger;
  readonly after: Ledger;
  readonly done: readonly ExportAction[];
  readonly present: PresentFiles;
  readonly lock: Lock;
}

function readText(present: PresentFiles, path: string): string | undefined {
  const found = present.at(path);
  return typeof found === "object" ? found.text : undefined;
}

async function writeLedger(root: Root, ledger: Ledger, lock: Lock): Promise<void> {
  await putFile(root, ledgerPath, printLedger(ledger), { beforeRename: lock.assertHeld });
}
