import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { printLedger, type ExportAction, type Ledger, type LedgerEntry } from "@precept/mdc-compat";
import {
  createFileSync,
  fileFailureOf,
  locateTarget,
  makeDirectory,
  openRoot,
  putFile,
  removeFile,
  replaceFileSync,
  sweep,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { ledgerPath } from "../places.ts";
import { requireLedger } from "./ledger-file.ts";
import { PresentFiles } from "./present-files.ts";

/** What is written, and how the ledger goes on from there: an export or an import. */
export interface Transfer {
  readonly actions: readonly ExportAction[];
  readonly ledger: Ledger;
}

/** What became of a plan. */
export interface AppliedTransfer {
  /** What was done. */
  readonly done: readonly ExportAction[];
  /** What was not: somebody wrote the file after the plan was made. */
  readonly overtaken: readonly ExportAction[];
}

/** How many files are written without letting anything else happen in between. */
const slice = 64;

/**
 * Carries out a plan. First the ledger says what is about to be written, then the files are, each whole or not at all, then the ledger says that they
 * were: wherever that ends, the next run knows its own files and finishes. Where nothing is to be done nothing is written.
 *
 * @param before the ledger that the plan was made by.
 * @throws PreceptError `STORE_FAILED` where a file can't be written, `LEDGER_CHANGED` where another run came first.
 */
export async function applyTransfer(dir: string, { actions, ledger }: Transfer, before: Ledger): Promise<AppliedTransfer> {
  const wanted = actions.filter(({ kind }) => kind === "create" || kind === "update" || kind === "delete");
  if (wanted.length === 0 && printLedger(ledger) === printLedger(before)) return { done: [], overtaken: [] };
  const root = openRoot(dir);
  const applyLocked = async (lock: Lock): Promise<AppliedTransfer> => {
    if (printLedger(requireLedger(dir)) !== printLedger(before)) throw new PreceptError("LEDGER_CHANGED", { path: ledgerPath });
    if (wanted.length > 0) await writeLedger(root, intentions(before, ledger, wanted), lock);
    for (const directory of new Set(wanted.map((action) => dirname(locateTarget(root, action.path, "inside", "keep")))))
      await sweep(directory);
    const present = new PresentFiles(dir);
    const done: ExportAction[] = [];
    const overtaken: ExportAction[] = [];
    for (const [at, action] of wanted.entries()) {
      // Whatever else this process does goes on meanwhile.
      if (at % slice === slice - 1) await setImmediate();
      ((await carryOut(root, action, present, lock)) ? done : overtaken).push(action);
    }
    await writeLedger(root, withoutOvertaken(ledger, before, overtaken), lock);
    return { done, overtaken };
  };
  try {
    await makeDirectory(root, dirname(ledgerPath));
    return await withLock(root, ledgerPath, "fs", applyLocked);
  } catch (error) {
    throw fileFailureOf("write", ledgerPath, error);
  }
}

/** The ledger while files are being written: what each held, and what it is about to hold. */
function intentions(before: Ledger, after: Ledger, wanted: readonly ExportAction[]): Ledger {
  const ledger = new Map([...after, ...before]);
  for (const { path, beforeSha256 } of wanted) {
    const now = after.get(path);
    const was = before.get(path);
    if (now === undefined) continue;
    // What lies there now may be what a run before this one had begun to write, and the ledger never heard of.
    ledger.set(path, was === undefined ? now : { ...was, sha256: beforeSha256 ?? was.sha256, next: now.sha256 });
  }
  return ledger;
}

function withoutOvertaken(ledger: Ledger, before: Ledger, overtaken: readonly ExportAction[]): Ledger {
  const after = new Map(ledger);
  for (const { path } of overtaken) {
    const was: LedgerEntry | undefined = before.get(path);
    if (was === undefined) after.delete(path);
    else after.set(path, was);
  }
  return after;
}

/** @returns whether it was done: false where the file is not what it was when the plan was made. */
async function carryOut(
  root: Root,
  { kind, path, after = "", beforeSha256 }: ExportAction,
  present: PresentFiles,
  { assertHeld: beforeRename }: Lock,
): Promise<boolean> {
  const found = present.at(path);
  if (typeof found === "string" || found?.sha256 !== beforeSha256) return false;
  try {
    if (kind === "delete") await removeFile(root, path, { beforeRename });
    // What an export writes can be made again: it need not be on the disk before the next file is begun.
    else if (kind === "update") replaceFileSync(root, path, after, { beforeRename });
    else return createFileSync(root, path, after, { beforeRename });
    return true;
  } catch (error) {
    throw fileFailureOf(kind, path, error);
  }
}

async function writeLedger(root: Root, ledger: Ledger, lock: Lock): Promise<void> {
  await putFile(root, ledgerPath, printLedger(ledger), { beforeRename: lock.assertHeld });
}
