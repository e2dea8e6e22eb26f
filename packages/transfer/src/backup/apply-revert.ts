import { dirname } from "node:path/posix";
import { PreceptError } from "@precept/core";
import {
  fileFailureOf,
  isMissing,
  makeDirectory,
  openRoot,
  putFile,
  replaceFile,
  removeFile,
  setMode,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { printLedger, type Ledger } from "../ledger/ledger.ts";
import { removeMarkers } from "../print/sections.ts";
import { ledgerPath } from "../ledger/ledger-path.ts";
import { requireLedger } from "../ledger/ledger-file.ts";
import type { JournalEntry } from "./journal.ts";
import { readState } from "./file-state.ts";
import { removeCreatedDirectories } from "./created-directories.ts";
import { endOriginals, saveTexts } from "./save-originals.ts";
import { readObject } from "./objects.ts";
import type { RevertAction, RevertPlan } from "./plan-revert.ts";

/** The number of files that are removed without a confirmation. */
const maxUnconfirmed = 5;

export interface ApplyRevertOptions {
  /** Whether the user agreed to remove more than five files. Default false. */
  readonly isConfirmed?: boolean;
}

/**
 * Applies a revert or an eject: stores edited texts in the backup, writes or removes the files, then forgets them. If a run is killed, the next one
 * completes it.
 *
 * @throws PreceptError `TRANSFER_NEEDS_YES`, `LEDGER_CHANGED`, `FILE_SYSTEM_FAILED`.
 */
export async function applyRevert(
  dir: string,
  plan: RevertPlan,
  { isConfirmed = false }: ApplyRevertOptions = {},
): Promise<void> {
  const removed = plan.actions.filter(({ kind }) => kind === "remove").map(({ path }) => path);
  if (!isConfirmed && removed.length > maxUnconfirmed) {
    throw new PreceptError("TRANSFER_NEEDS_YES", { paths: removed, foreign: [] });
  }
  if (plan.actions.length === 0) return;
  const root = openRoot(dir);
  try {
    await makeDirectory(root, dirname(ledgerPath));
    await withLock(root, ledgerPath, "fs", (lock) => applyLocked(dir, root, plan, lock));
  } catch (error) {
    throw fileFailureOf("write", ledgerPath, error);
  }
}

async function applyLocked(dir: string, root: Root, plan: RevertPlan, lock: Lock): Promise<void> {
  const { actions, before, ledger, originals, by } = plan;
  if (printLedger(requireLedger(dir)) !== printLedger(before)) throw new PreceptError("LEDGER_CHANGED", { path: ledgerPath });
  await saveTexts(
    root,
    actions.filter(({ kind, removesMarkers }) => kind !== "keep" || removesMarkers === true),
    { by, lock },
  );
  for (const action of actions) {
    try {
      await applyAction(root, action, originals.get(action.path), lock);
    } catch (error) {
      throw fileFailureOf(action.kind === "remove" ? "delete" : "write", action.path, error);
    }
  }
  // After all files are removed: a directory can have several of them.
  for (const { path, kind } of actions) {
    const isGone = kind === "remove" || (by === "eject" && readState(root, path).kind === "missing");
    if (isGone) await removeCreatedDirectories(root, path, originals.get(path)?.createdFrom);
  }
  await writeLedger(root, ledger, lock);
  const ended = actions.filter(({ reason }) => reason !== "shared" && reason !== "unusable" && reason !== "damaged");
  await endOriginals(root, ended, { by, lock });
}

async function applyAction(
  root: Root,
  { kind, path, removesMarkers }: RevertAction,
  original: JournalEntry | undefined,
  { assertHeld: beforeRename }: Lock,
): Promise<void> {
  if (kind === "keep") {
    const state = removesMarkers === true ? readState(root, path) : undefined;
    if (state?.kind !== "file") return;
    const text = removeMarkers(state.bytes.toString("utf8"));
    await replaceFile(root, path, text, { beforeRename });
    return;
  }
  if (kind === "remove") {
    await removeFile(root, path, { beforeRename }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    return;
  }
  const bytes = readObject(root, original?.sha256 ?? "");
  if (bytes === undefined) return;
  await putFile(root, path, bytes, { beforeRename });
  if (original?.mode !== undefined) await setMode(root, path, original.mode);
}

/** Writes the ledger. An empty one is removed. */
async function writeLedger(root: Root, ledger: Ledger, { assertHeld: beforeRename }: Lock): Promise<void> {
  if (ledger.size > 0) {
    await putFile(root, ledgerPath, printLedger(ledger), { beforeRename });
    return;
  }
  await removeFile(root, ledgerPath, { beforeRename }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
