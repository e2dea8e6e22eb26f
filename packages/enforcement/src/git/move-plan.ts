import { join } from "node:path";
import {
  existsInGitDir,
  preceptDir,
  readGitDirFile,
  writePrivateFile,
  type GitDirectory,
  readGitDirText,
  removeFromGitDir,
} from "./private-files.ts";
import { writeIndex, type Staged } from "./staged.ts";
import type { Repository } from "./repository.ts";

/** The steps that complete a move in one direction, after git has written and removed the files. */
interface MoveEnd {
  /** File permissions to set. */
  readonly modes: readonly (readonly [path: string, mode: number])[];
  /** Directory permissions to set. Missing directories are created if `isKept`. */
  readonly directories: readonly MovedDirectory[];
  /** Whether {@link indexFile} exists. Otherwise the index is removed. */
  readonly hasIndex: boolean;
}

export interface MovedDirectory {
  readonly path: string;
  readonly mode: number;
  /** Whether the directory must exist even without files. */
  readonly isKept: boolean;
}

/** What any process needs to complete or undo a rollback. Paths are latin1, one character per byte. */
export interface MovePlan {
  /** The tree before the rollback, and the tree after it. */
  readonly before: string;
  readonly after: string;
  /** The files that differ between the two. */
  readonly changed: readonly string[];
  readonly restore: MoveEnd;
  readonly undo: MoveEnd;
}

const version = 1;

/** The directory with everything that is needed to undo a rollback. */
export function rollbackDir(directory: Pick<GitDirectory, "gitDir">, id: string): string {
  return join(preceptDir(directory), "rollback", id);
}

export function treesOf({ before, after }: MovePlan, direction: MoveDirection): { readonly from: string; readonly to: string } {
  return direction === "restore" ? { from: before, to: after } : { from: after, to: before };
}

/** The path of the index to install at the end of a move. */
export function indexFile(dir: string, direction: MoveDirection): string {
  return join(dir, direction === "restore" ? "index.after" : "index.before");
}

function planFile(dir: string): string {
  return join(dir, "plan.json");
}

/** Saves a plan in the directory of its rollback. */
export function savePlan(
  directory: GitDirectory,
  dir: string,
  plan: MovePlan,
  indexes: Readonly<Record<MoveDirection, Staged>>,
): void {
  for (const direction of ["restore", "undo"] as const) {
    const { bytes, time } = indexes[direction];
    if (bytes !== undefined) writeIndex(directory, indexFile(dir, direction), bytes, time);
  }
  writePrivateFile(directory, planFile(dir), JSON.stringify({ version, ...plan }));
}

/** Whether the directory of a rollback has a plan. It is the last file that the preparation writes. */
export function hasPlan(directory: GitDirectory, dir: string): boolean {
  return existsInGitDir(directory, planFile(dir));
}

/** Reads a plan. @returns undefined if there is none, or one in the format of another version of Precept. */
export async function readPlan(directory: GitDirectory, dir: string): Promise<MovePlan | undefined> {
  const text = (await readGitDirFile(directory, planFile(dir)))?.bytes.toString("utf8");
  if (text === undefined) return undefined;
  const plan = JSON.parse(text) as MovePlan & { readonly version: number };
  return plan.version === version ? plan : undefined;
}

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
