import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import {
  createFile,
  fileFailureOf,
  isMissing,
  kindIn,
  makePrivateDirectory,
  removeEmptyDirectory,
  removeFile,
  replaceFile,
  setMode,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { ledgerName, type InstallTarget } from "./install-target.ts";
import { readLedger, writeLedger, type InstallLedger } from "./ledger.ts";
import { planChanges, readText, type FileChange, type InstallRequest } from "./plan-changes.ts";

/** How often to plan again if a host changes a file at the same time. */
const maxAttempts = 5;

/** Plans an install or uninstall without changing anything. */
export function previewInstall(target: InstallTarget, request: InstallRequest): readonly FileChange[] {
  return planChanges(target, request, readLedger(target.ledgerRoot, ledgerPathOf(target)));
}

/**
 * Installs or uninstalls. Each file is replaced atomically, and only if it is as it was when the change was planned.
 * The ledger is written before the files, so that an interrupted install can be undone. Only one process at a time
 * changes the files of a target.
 *
 * @returns the changes that were made. A `blocked` file was left alone.
 * @throws PreceptError `LEDGER_INVALID`, `PATH_REFUSED`, `STORE_FAILED` or `FILE_SYSTEM_FAILED`.
 */
export async function applyInstall(target: InstallTarget, request: InstallRequest): Promise<readonly FileChange[]> {
  const { ledgerRoot, ledgerDir } = target;
  const isNothingInstalled = kindIn(ledgerRoot, ledgerPathOf(target), "none") === undefined;
  if (request.action === "uninstall" && isNothingInstalled) {
    const changes = previewInstall(target, request);
    if (changes.every(({ kind }) => kind === "unchanged" || kind === "blocked")) return changes;
  }
  let directories: readonly string[] = [];
  for (let attempt = 1; ; attempt++) {
    // What earlier attempts and other processes created is no longer missing, and an uninstall removes the ledger.
    const recorded = readLedger(ledgerRoot, ledgerPathOf(target)).directories;
    directories = union(directories, recorded, missingDirectories(ledgerRoot, ledgerPathOf(target)));
    try {
      await makePrivateDirectory(ledgerRoot, ledgerDir);
      const done = await withLock(ledgerRoot, ledgerPathOf(target), "install", (lock) =>
        applyLocked(target, request, directories, lock),
      );
      if (done !== undefined) {
        if (done.isEmpty) await removeCreated(target, done.directories);
        return done.changes;
      }
      if (attempt === maxAttempts)
        throw new PreceptError("STORE_FAILED", { store: "install", reason: "a file changes all the time", retryable: true });
    } catch (error) {
      // Another process that uninstalled has removed the directory of the ledger.
      if (!isMissing(error) || attempt === maxAttempts) throw fileFailureOf("write", ledgerPathOf(target), error);
    }
    await setTimeout(20 * attempt);
  }
}

interface Applied {
  readonly changes: readonly FileChange[];
  readonly isEmpty: boolean;
  /** The directories that were created for the ledger. */
  readonly directories: readonly string[];
}

/** Returns undefined if a file was changed after the change was planned. */
async function applyLocked(
  target: InstallTarget,
  request: InstallRequest,
  created: readonly string[],
  lock: Lock,
): Promise<Applied | undefined> {
  const path = ledgerPathOf(target);
  // Another process that uninstalled may have removed the .gitignore file of the directory while this one waited.
  await makePrivateDirectory(target.ledgerRoot, target.ledgerDir);
  const ledger = readLedger(target.ledgerRoot, path);
  const changes = planChanges(target, request, ledger);
  const directories = union(ledger.directories, created);
  const after = withChanges(target, ledger, changes, directories);
  const isEmpty = Object.keys(after.files).length === 0;
  const isInstall = request.action === "install";
  if (isInstall && !isEmpty && !isSame(ledger, after)) await writeLedger(target.ledgerRoot, path, after, lock);
  for (const change of changes) {
    if (!(await applyChange(target, change, lock))) return undefined;
    if (change.kind === "delete") await removeDirectories(target, ledger.files[change.path]?.directories ?? []);
  }
  // After the files, so that an interrupted uninstall can be repeated.
  if (!isInstall && !isEmpty && !isSame(ledger, after)) await writeLedger(target.ledgerRoot, path, after, lock);
  if (isEmpty && kindIn(target.ledgerRoot, path, "none") !== undefined) {
    await removeFile(target.ledgerRoot, path, { links: "none", beforeRename: lock.assertHeld });
  }
  return { changes, isEmpty, directories };
}

function withChanges(
  target: InstallTarget,
  ledger: InstallLedger,
  changes: readonly FileChange[],
  directories: readonly string[],
): InstallLedger {
  const files = { ...ledger.files };
  for (const { path, kind, record } of changes) {
    if (record === undefined) delete files[path];
    else files[path] = kind === "create" ? { ...record, directories: createdDirectories(target, ledger, path) } : record;
  }
  return { files, directories };
}

/** The directories of a new file that this or an earlier install created. The last file in them is removed with them. */
function createdDirectories({ root }: InstallTarget, { files }: InstallLedger, path: string): readonly string[] {
  const earlier = Object.values(files).flatMap(({ directories }) => directories);
  return union(
    earlier.filter((directory) => path.startsWith(`${directory}/`)),
    missingDirectories(root, path),
  );
}

function isSame(left: InstallLedger, right: InstallLedger): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

async function applyChange(
  { root }: InstallTarget,
  { path, kind, before, after = "", isExecutable }: FileChange,
  lock: Lock,
): Promise<boolean> {
  let hasChanged = false;
  const beforeRename = (): void => {
    lock.assertHeld();
    if (readText(root, path) === before) return;
    hasChanged = true;
    throw new Error("The file has changed.");
  };
  try {
    if (kind === "create") {
      if (!(await createFile(root, path, after, { beforeRename: lock.assertHeld }))) return false;
      if (isExecutable) await setMode(root, path, 0o755);
    } else if (kind === "update") await replaceFile(root, path, after, { beforeRename });
    else if (kind === "delete") await removeFile(root, path, { beforeRename });
    return true;
  } catch (error) {
    if (hasChanged) return false;
    throw fileFailureOf(kind === "update" ? "write" : kind, path, error);
  }
}

function missingDirectories(root: Root, path: string): readonly string[] {
  const directory = dirname(path);
  if (directory === "." || kindIn(root, directory, "entry") !== undefined) return [];
  return [...missingDirectories(root, directory), directory];
}

/** Joins lists of directories, the outermost first. */
function union(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].toSorted();
}

async function removeDirectories({ root }: InstallTarget, directories: readonly string[]): Promise<void> {
  for (const directory of directories.toReversed()) await removeEmptyDirectory(root, directory);
}

/** Removes the directory of the ledger, if it was created for it and holds nothing else. */
async function removeCreated({ ledgerRoot, ledgerDir }: InstallTarget, directories: readonly string[]): Promise<void> {
  if (!directories.includes(ledgerDir)) return;
  await removeEmptyDirectory(ledgerRoot, ledgerDir, [".gitignore"]);
  for (const directory of directories.toReversed()) await removeEmptyDirectory(ledgerRoot, directory);
}

function ledgerPathOf({ ledgerDir }: InstallTarget): string {
  return `${ledgerDir}/${ledgerName}`;
}
