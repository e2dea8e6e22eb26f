import { sha256 as hashOf, type Lock, type Root } from "@precept/files";
import { isUnchanged, type ExportAction } from "../plan/plan.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readState, type FileState } from "./file-state.ts";
import {
  appendToJournal,
  findHandwritten,
  findOriginals,
  makeBackupDirectory,
  readJournal,
  type JournalEntry,
  type TransferKind,
} from "./journal.ts";
import { saveObject } from "./objects.ts";

/** A file of the ledger. */
export interface KnownFile {
  /** Relative to the project. */
  readonly path: string;
  /** Ids of the tools that the file is for. */
  readonly targets: readonly string[];
}

export interface SaveOptions {
  readonly by: TransferKind;
  /** The ledger before the change. */
  readonly before: Ledger;
  readonly lock: Lock;
}

/**
 * Stores what stands at the paths of planned changes: the original of each file that Precept changes for the first time, and each text that Precept did
 * not write itself. Everything is on the disk before the first file is changed.
 *
 * @returns the paths with a new original. If one is not changed after all, end it with `endOriginals`.
 */
export async function saveOriginals(
  root: Root,
  actions: readonly ExportAction[],
  { by, before, lock }: SaveOptions,
): Promise<ReadonlySet<string>> {
  if (actions.length === 0) return new Set();
  const journal = readJournal(root);
  const originals = findOriginals(journal);
  const handwritten = findHandwritten(journal);
  const at = new Date().toISOString();
  const planned = actions.flatMap((action) => {
    const state = readState(root, action.path);
    const hasOriginal = originals.has(action.path);
    const kind = chooseKind(action, state, { before, hasOriginal, isHandwritten: handwritten.has(action.path) });
    return kind === undefined ? [] : [{ action, state, kind }];
  });
  if (planned.length === 0) return new Set();
  await makeBackupDirectory(root);
  const entries: JournalEntry[] = [];
  for (const { action, state, kind } of planned) {
    const shared = { path: action.path, kind, at, by, targets: action.targets };
    if (state.kind === "file") {
      entries.push({ ...shared, sha256: await saveObject(root, state.bytes, lock.assertHeld), mode: state.mode });
    } else if (state.kind === "missing") {
      entries.push({ ...shared, ...(state.createdFrom !== undefined && { createdFrom: state.createdFrom }) });
    }
  }
  await appendToJournal(root, entries, lock);
  return new Set(entries.filter(({ kind }) => kind !== "kept").map(({ path }) => path));
}

/** Stores the present texts of files that are about to be lost. */
export async function saveTexts(
  root: Root,
  files: readonly KnownFile[],
  { by, lock }: Pick<SaveOptions, "by" | "lock">,
): Promise<void> {
  const at = new Date().toISOString();
  const entries: JournalEntry[] = [];
  for (const { path, targets } of files) {
    const state = readState(root, path);
    if (state.kind !== "file") continue;
    await makeBackupDirectory(root);
    const sha256 = await saveObject(root, state.bytes, lock.assertHeld);
    entries.push({ path, kind: "kept", at, by, targets, sha256, mode: state.mode });
  }
  await appendToJournal(root, entries, lock);
}

/** Notes files that come into the ledger unchanged, so that their texts become originals if they are changed later. */
export async function noteHandwritten(
  root: Root,
  files: readonly KnownFile[],
  { by, lock }: Pick<SaveOptions, "by" | "lock">,
): Promise<void> {
  const at = new Date().toISOString();
  await appendToJournal(
    root,
    files.map(({ path, targets }) => ({ path, kind: "known", at, by, targets })),
    lock,
  );
}

/** Ends the history of files: a later change of one of them stores a new original. */
export async function endOriginals(
  root: Root,
  files: readonly KnownFile[],
  { by, lock }: Pick<SaveOptions, "by" | "lock">,
): Promise<void> {
  const at = new Date().toISOString();
  await appendToJournal(
    root,
    files.map(({ path, targets }) => ({ path, kind: "ended", at, by, targets })),
    lock,
  );
}

interface ChangedFile {
  /** The ledger before the change. */
  readonly before: Ledger;
  /** Whether the journal says what stood at the path before Precept. */
  readonly hasOriginal: boolean;
  /** Whether the file was written by hand before it came into the ledger. */
  readonly isHandwritten: boolean;
}

/** Whether what stands at a path is an original or another text to keep. Undefined if it is neither. */
function chooseKind(
  action: ExportAction,
  state: FileState,
  { before, hasOriginal, isHandwritten }: ChangedFile,
): "missing" | "file" | "kept" | undefined {
  if (state.kind === "other") return undefined;
  const entry = before.get(action.path);
  if (state.kind === "missing") return hasOriginal ? undefined : "missing";
  const text = state.bytes.toString("utf8");
  const isOwn = entry !== undefined && isUnchanged({ text, sha256: hashOf(state.bytes) }, entry);
  // A file that an export created, in another clone: what stood there before is not known here.
  const isExport = isOwn && entry.head === undefined && !isHandwritten;
  if (!hasOriginal && !isExport) return "file";
  return isOwn && action.kind !== "delete" ? undefined : "kept";
}
