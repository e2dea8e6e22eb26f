import { createLinkSync, fileFailureOf, putFile, removeFile, replaceFile, setMode, type Lock, type Root } from "@precept/files";
import { findRevertDeletions, refuseUnconfirmed } from "./confirm-deletions.ts";
import { ignoreMissing, lockLedger, removeLedger, writeLedger } from "../ledger/lock-ledger.ts";
import { removeMarkers } from "../print/sections.ts";
import { linkMode, readState, removeCreatedDirectories } from "./file-state.ts";
import { appendToJournal, toEnded, type JournalEntry } from "./journal.ts";
import { readObject } from "./objects.ts";
import type { RevertAction, RevertPlan } from "./plan-revert.ts";
import { saveTexts } from "./save-originals.ts";

export interface ApplyRevertOptions {
  /** Whether the user agreed to remove more than five files. Default false. */
  readonly isConfirmed?: boolean;
}

/**
 * Applies a revert or an eject: stores edited texts in the backup, writes or removes the files, then forgets them. If a
 * run is killed, the next one completes it.
 *
 * @throws PreceptError `TRANSFER_NEEDS_YES`, `LEDGER_CHANGED`, `FILE_SYSTEM_FAILED`.
 */
export async function applyRevert(
  dir: string,
  plan: RevertPlan,
  { isConfirmed = false }: ApplyRevertOptions = {},
): Promise<void> {
  const { actions, before, ledger, originals, by } = plan;
  if (!isConfirmed) refuseUnconfirmed(findRevertDeletions(plan));
  if (actions.length === 0) return;
  await lockLedger(dir, before, async (root, lock) => {
    const writer = { root, by, lock };
    const changed = actions.filter(({ kind, removesMarkers }) => kind !== "keep" || removesMarkers === true);
    await saveTexts(writer, changed);
    for (const action of actions) {
      try {
        await applyAction(root, action, originals.get(action.path), lock);
      } catch (error) {
        throw fileFailureOf(action.kind === "remove" ? "delete" : "write", action.path, error);
      }
    }
    // After all files are removed: a directory can have several of them. Outer directories last.
    const gone = actions.filter(
      ({ path, kind }) => kind === "remove" || (by === "eject" && readState(root, path).kind === "missing"),
    );
    const created = gone.flatMap(({ path }) => {
      const from = originals.get(path)?.createdFrom;
      return from === undefined ? [] : [{ path, from }];
    });
    for (const { path, from } of created.toSorted((left, right) => right.from.length - left.from.length))
      await removeCreatedDirectories(root, path, from);
    if (ledger.size > 0) await writeLedger(root, ledger, lock);
    else await removeLedger(root, lock);
    const ended = actions.filter(({ reason }) => reason !== "shared" && reason !== "unusable" && reason !== "damaged");
    await appendToJournal(writer, ended.map(toEnded));
  });
}

async function applyAction(
  root: Root,
  { kind, path, removesMarkers, text }: RevertAction,
  original: JournalEntry | undefined,
  { assertHeld: beforeRename }: Lock,
): Promise<void> {
  if (kind === "keep") {
    const state = removesMarkers === true ? readState(root, path) : undefined;
    if (state?.kind === "file") await replaceFile(root, path, removeMarkers(state.bytes.toString("utf8")), { beforeRename });
  } else if (kind === "remove") await removeFile(root, path, { beforeRename }).catch(ignoreMissing);
  else if (text !== undefined) await replaceFile(root, path, text, { beforeRename });
  else {
    const bytes = readObject(root, original?.sha256 ?? "");
    if (bytes === undefined) return;
    const isLink = original?.mode === linkMode;
    if (isLink || readState(root, path).kind === "link") await removeFile(root, path, { beforeRename }).catch(ignoreMissing);
    if (isLink) {
      createLinkSync(root, path, bytes.toString("utf8"), { beforeRename });
      return;
    }
    await putFile(root, path, bytes, { beforeRename });
    if (original?.mode !== undefined) await setMode(root, path, original.mode, "inside");
  }
}
