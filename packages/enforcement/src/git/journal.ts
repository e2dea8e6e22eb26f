import { join } from "node:path";
import { preceptDir, readGitDirText, removeFromGitDir, writePrivateFile } from "./private-files.ts";
import type { Repository } from "./repository.ts";

/** To the state after a rollback, or to the state before it. */
export type MoveDirection = "restore" | "undo";

/** A change of the working tree that was begun. It is there from before the first file is changed until after the last. */
export interface JournalEntry {
  readonly direction: MoveDirection;
  /** Of the rollback that is made or undone. Its directory has everything that completing it takes. */
  readonly id: string;
}

/** Where the journal of a working tree is: one line, `restore ID` or `undo ID`. The undo script reads and writes it too. */
export function journalPath(repository: Pick<Repository, "gitDir">): string {
  return join(preceptDir(repository), "journal");
}

export function printJournal({ direction, id }: JournalEntry): string {
  return `${direction} ${id}`;
}

/** @returns undefined if no change was begun. */
export async function readJournal(repository: Repository): Promise<JournalEntry | undefined> {
  const text = await readGitDirText(repository, journalPath(repository));
  const [, direction, id] = /^(restore|undo) ([\w-]+)\n$/.exec(text) ?? [];
  return direction === undefined || id === undefined ? undefined : { direction: direction as MoveDirection, id };
}

export function writeJournal(repository: Repository, entry: JournalEntry): void {
  writePrivateFile(repository, journalPath(repository), `${printJournal(entry)}\n`);
}

export async function removeJournal(repository: Repository): Promise<void> {
  await removeFromGitDir(repository, journalPath(repository));
}
