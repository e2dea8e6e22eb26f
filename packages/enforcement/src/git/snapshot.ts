import type { KeptFiles } from "./keep-files.ts";
import { unusualDirectoryModes, unusualModes, type UnusualModes } from "./modes.ts";
import type { Repository } from "./repository.ts";
import { PreceptError } from "@precept/core";
import { failureOf } from "./git-task.ts";
import type { Staged } from "./staged.ts";

/** Everything about a moment of a work tree that a tree of git's can't say. */
interface SnapshotRecord {
  readonly id: string;
  readonly createdAt: string;
  /** The commit that was checked out; undefined where there was none. */
  readonly head?: string | undefined;
  /** See {@link Staged}; undefined where there was no index. */
  readonly indexTime?: number | undefined;
  /** Directories that were left alone. */
  readonly leftAlone: readonly string[];
  readonly modes: UnusualModes;
  /** Snapshots of earlier versions have none. */
  readonly directoryModes?: UnusualModes;
}

/** A moment of a work tree, in the repository. */
export interface Snapshot {
  readonly commit: string;
  readonly ref: string;
  /** The tree with the files. */
  readonly tree: string;
  readonly record: SnapshotRecord;
}

/** Where snapshots are, by what they are for. */
export type SnapshotKind = "checkpoint" | "rollback";

/** Where a snapshot comes from. */
export interface SnapshotOrigin {
  readonly id: string;
  readonly createdAt: Date;
  readonly session?: string | undefined;
}

const version = 1;

/**
 * Makes a commit of a snapshot, which no branch leads to: its tree has the files (`worktree`), what is staged (`index`), the index as git wrote
 * it (`index.bin`) and the rest (`snapshot.json`). Its parent is the commit that was checked out, so that it stays as well.
 *
 * @param after the tree that a rollback goes to (`after`): to undo it, that has to be known as well.
 */
export async function saveSnapshot(
  repository: Repository,
  kind: SnapshotKind,
  { id, createdAt, session }: SnapshotOrigin,
  kept: KeptFiles,
  staged: Staged,
  after?: string,
): Promise<Snapshot> {
  const { git } = repository;
  const { code, text } = await git(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], { answers: [1] });
  const head = code === 0 ? text.trim() : undefined;
  const record: SnapshotRecord = {
    id,
    createdAt: createdAt.toISOString(),
    head,
    indexTime: staged.bytes === undefined ? undefined : staged.time,
    leftAlone: kept.leftAlone,
    modes: unusualModes(kept.files),
    directoryModes: await unusualDirectoryModes(repository.workTree, kept.files),
  };
  const save = async (input: Uint8Array | string): Promise<string> =>
    (await git(["hash-object", "-w", "--stdin"], { input })).text.trim();
  const entries = [
    `040000 tree ${kept.tree}\tworktree`,
    `040000 tree ${staged.tree}\tindex`,
    ...(after === undefined ? [] : [`040000 tree ${after}\tafter`]),
    `100644 blob ${await save(JSON.stringify({ version, ...record }))}\tsnapshot.json`,
    ...(staged.bytes === undefined ? [] : [`100644 blob ${await save(staged.bytes)}\tindex.bin`]),
  ];
  const tree = (await git(["mktree", "--missing"], { input: `${entries.join("\n")}\n` })).text.trim();
  const parents = head === undefined ? [] : ["-p", head];
  const origin = printOrigin({ createdAt: record.createdAt, session, worktree: repository.worktree });
  const commit = (
    await git(["commit-tree", "-m", `Precept ${kind} ${id}`, "-m", origin, ...parents, tree], { env: identity(createdAt) })
  ).text.trim();
  const ref = refOf(kind, id);
  // Fails where there is one of this name.
  await git(["update-ref", ref, commit, "0".repeat(commit.length)]);
  return { commit, ref, tree: kept.tree, record };
}

/** A snapshot as far as its commit's message tells of it. */
export interface ListedSnapshot {
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly commit: string;
  readonly ref: string;
  /** The commit that was checked out; undefined where there was none. */
  readonly head?: string | undefined;
  /** Whose work was about to begin. */
  readonly session?: string | undefined;
}

/** The snapshots of this work tree, the newest first. Other work trees of the repository have their own. */
export async function listSnapshots({ git, worktree }: Repository, kind: SnapshotKind): Promise<readonly ListedSnapshot[]> {
  const fields = ["%(refname)", "%(objectname)", "%(parent)", "%(contents:body)"].join("%00");
  const prefix = refOf(kind, "");
  const { bytes } = await git(["for-each-ref", "--sort=-refname", `--format=${fields}%00`, prefix]);
  const words = bytes.toString("utf8").split("\0");
  const listed: ListedSnapshot[] = [];
  for (let at = 0; at + 3 < words.length; at += 4) {
    const [ref = "", commit = "", head = "", body = ""] = words.slice(at, at + 4).map((word) => word.trim());
    const origin = readOrigin(body);
    if (origin?.worktree !== worktree) continue;
    const { createdAt, session } = origin;
    listed.push({
      id: ref.slice(prefix.length),
      createdAt,
      commit,
      ref,
      ...(head !== "" && { head }),
      ...(session !== undefined && { session }),
    });
  }
  return listed;
}

/**
 * Saves the files of a working tree as they were found after a rollback was interrupted, under `refs/precept/interrupted`. It has the contents of
 * files that belong to neither state.
 */
export async function saveInterrupted({ git }: Repository, id: string, tree: string): Promise<void> {
  const env = identity(new Date());
  const commit = (await git(["commit-tree", "-m", `Found after the rollback ${id} was interrupted`, tree], { env })).text.trim();
  await git(["update-ref", interruptedRef(id), commit]);
}

export function interruptedRef(id: string): string {
  return `refs/precept/interrupted/${id}`;
}

/** The ids of the rollbacks for which {@link saveInterrupted} saved something. */
export async function listInterrupted({ git }: Repository): Promise<ReadonlySet<string>> {
  const { text } = await git(["for-each-ref", "--format=%(refname)", interruptedRef("")]);
  return new Set(text.split("\n").map((ref) => ref.slice(interruptedRef("").length)));
}

/** Removes what {@link saveInterrupted} saved, if it did. */
export async function removeInterrupted({ git }: Repository, id: string): Promise<void> {
  await git(["update-ref", "-d", interruptedRef(id)]);
}

/** Removes the ref of a snapshot, if there is one. */
export async function removeRef({ git }: Repository, kind: SnapshotKind, id: string): Promise<void> {
  // Also for a caller that was told to stop.
  await git(["update-ref", "-d", refOf(kind, id)], { signal: undefined });
}

/** Lets go of snapshots. What nothing else refers to is cleared away by git in its own time. */
export async function removeSnapshots({ git }: Repository, snapshots: readonly ListedSnapshot[]): Promise<void> {
  const input = snapshots.map(({ ref, commit }) => `delete ${ref}\0${commit}\0`).join("");
  if (input !== "") await git(["update-ref", "-z", "--stdin"], { input });
}

/** Reads a snapshot by its id. */
export async function readSnapshot(repository: Repository, kind: SnapshotKind, id: string): Promise<Snapshot> {
  const { git, task } = repository;
  const ref = refOf(kind, id);
  const isId = /^[A-Za-z0-9-]+$/.test(id);
  const { code, text } = await git(["rev-parse", "--quiet", "--verify", isId ? `${ref}^{commit}` : ""], { answers: [1, 128] });
  if (code !== 0) throw new PreceptError(kind === "checkpoint" ? "CHECKPOINT_UNKNOWN" : "ROLLBACK_UNKNOWN", { id });
  const commit = text.trim();
  const tree = (await git(["rev-parse", `${commit}:worktree`])).text.trim();
  const saved = JSON.parse(
    (await git(["cat-file", "blob", `${commit}:snapshot.json`])).bytes.toString("utf8"),
  ) as SnapshotRecord & {
    readonly version: number;
  };
  if (saved.version !== version) throw failureOf(task, `the ${kind} "${id}" was made by another version of Precept`);
  return { commit, ref, tree, record: saved };
}

/** The index of a snapshot; undefined where there was none. */
export async function readIndex({ git }: Repository, { commit, record }: Snapshot): Promise<Buffer | undefined> {
  return record.indexTime === undefined ? undefined : (await git(["cat-file", "blob", `${commit}:index.bin`])).bytes;
}

function refOf(kind: SnapshotKind, id: string): string {
  return `refs/precept/${kind}/${id}`;
}

/** What the message of a snapshot's commit says for programs. */
interface Origin {
  readonly createdAt: string;
  readonly session?: string | undefined;
  readonly worktree: string;
}

function printOrigin(origin: Origin): string {
  return JSON.stringify(origin);
}

function readOrigin(body: string): Origin | undefined {
  try {
    const { createdAt, worktree, session } = JSON.parse(body) as Record<keyof Origin, unknown>;
    if (typeof createdAt !== "string" || typeof worktree !== "string") return undefined;
    return { createdAt, worktree, ...(typeof session === "string" && { session }) };
  } catch {
    return undefined;
  }
}

/** Whoever is at work here, it is not they who commit. */
function identity(date: Date): Readonly<Record<string, string>> {
  const seconds = `${Math.floor(date.getTime() / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: "Precept",
    GIT_AUTHOR_EMAIL: "precept@localhost",
    GIT_AUTHOR_DATE: seconds,
    GIT_COMMITTER_NAME: "Precept",
    GIT_COMMITTER_EMAIL: "precept@localhost",
    GIT_COMMITTER_DATE: seconds,
  };
}
