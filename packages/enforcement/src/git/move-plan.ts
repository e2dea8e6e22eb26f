import { join } from "node:path";
import { readGitDirFile, writePrivateFile, type GitDirectory } from "./private-files.ts";
import type { MoveDirection } from "./journal.ts";
import { writeIndex, type Staged } from "./staged.ts";

/** What completes a change of the working tree in one direction, after git has written and removed the files. */
interface MoveEnd {
  /** The permissions of files. */
  readonly modes: readonly (readonly [path: string, mode: number])[];
  /** The permissions of directories, which are made where they are missing if `isKept`. */
  readonly directories: readonly MovedDirectory[];
  /** Whether there is an index, in {@link indexFile}. */
  readonly hasIndex: boolean;
}

export interface MovedDirectory {
  readonly path: string;
  readonly mode: number;
  /** Whether it is to be there even without files. */
  readonly isKept: boolean;
}

/** Everything that making or undoing a rollback takes, so that any later process can complete either. Paths have one character per byte. */
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

/** The trees from and to which a plan goes in one direction. */
export function treesOf({ before, after }: MovePlan, direction: MoveDirection): { readonly from: string; readonly to: string } {
  return direction === "restore" ? { from: before, to: after } : { from: after, to: before };
}

/** Where the index is that the working tree has in the end. */
export function indexFile(dir: string, direction: MoveDirection): string {
  return join(dir, direction === "restore" ? "index.after" : "index.before");
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
  writePrivateFile(directory, join(dir, "plan.json"), JSON.stringify({ version, ...plan }));
}

/** @returns undefined if there is none, or one of another version of Precept. */
export async function readPlan(directory: GitDirectory, dir: string): Promise<MovePlan | undefined> {
  const text = (await readGitDirFile(directory, join(dir, "plan.json")))?.bytes.toString("utf8");
  if (text === undefined) return undefined;
  const plan = JSON.parse(text) as MovePlan & { readonly version: number };
  return plan.version === version ? plan : undefined;
}
