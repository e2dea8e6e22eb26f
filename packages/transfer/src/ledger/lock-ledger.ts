import { dirname } from "node:path/posix";
import { PreceptError } from "@precept/core";
import {
  fileFailureOf,
  isMissing,
  makeDirectory,
  openRoot,
  putFile,
  removeFile,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { ledgerPath, printLedger, requireLedger, type Ledger } from "./ledger.ts";

/**
 * Runs a function that changes files of a project, while no other run does.
 *
 * @param before the ledger that the changes were planned with.
 * @throws PreceptError `LEDGER_CHANGED` if another run changed the ledger, `FILE_SYSTEM_FAILED` if a file cannot be
 *   written.
 */
export async function lockLedger<Result>(
  dir: string,
  before: Ledger,
  run: (root: Root, lock: Lock) => Promise<Result>,
): Promise<Result> {
  const root = openRoot(dir);
  try {
    await makeDirectory(root, dirname(ledgerPath));
    return await withLock(root, ledgerPath, "fs", (lock) => {
      if (printLedger(requireLedger(dir)) !== printLedger(before)) throw new PreceptError("LEDGER_CHANGED", { path: ledgerPath });
      return run(root, lock);
    });
  } catch (error) {
    throw fileFailureOf("write", ledgerPath, error);
  }
}

export async function writeLedger(root: Root, ledger: Ledger, { assertHeld: beforeRename }: Lock): Promise<void> {
  await putFile(root, ledgerPath, printLedger(ledger), { beforeRename });
}

export async function removeLedger(root: Root, { assertHeld: beforeRename }: Lock): Promise<void> {
  await removeFile(root, ledgerPath, { beforeRename }).catch(ignoreMissing);
}

export function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
