import { join } from "node:path";
import { preceptDir, readGitDirText, removeFromGitDir, writePrivateFile } from "./private-files.ts";
import type { Repository } from "./repository.ts";

/** `restore` moves to the state after a rollback, `undo` to the state before it. */
export type MoveDirection = "restore" | "undo";

/** Records a move in progress. The entry exists from before the first file changes until after the last. */
export interface JournalEntry {
  readonly direction: MoveDirection;
  /** The id of the rollback. Its directory has everything that is needed to complete the move. */
  readonly id: string;
}

/** The path of the journal: one line, `restore ID` or `undo ID`. */
function journalPath(repository: Pick<Repository, "gitDir">): string {
  return join(preceptDir(repository), "journal");
}

/** @returns undefined if no move is in progress. */
export async function readJournal(repository: Repository): Promise<JournalEntry | undefined> {
  const text = await readGitDirText(repository, journalPath(repository));
  const [, direction, id] = /^(restore|undo) ([\w-]+)\n$/.exec(text) ?? [];
  return direction === undefined || id === undefined ? undefined : { direction: direction as MoveDirection, id };
}

export function writeJournal(repository: Repository, { direction, id }: JournalEntry): void {
  writePrivateFile(repository, journalPath(repository), `${direction} ${id}\n`);
}

export async function removeJournal(repository: Repository): Promise<void> {
  await removeFromGitDir(repository, journalPath(repository));
}
