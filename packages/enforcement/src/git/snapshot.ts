import type { StoredFiles } from "./store-files.ts";
import { unusualDirectoryModes, unusualModes, type UnusualModes } from "./modes.ts";
import type { Repository } from "./repository.ts";
import { PreceptError, withoutUndefined } from "@precept/core";
import { checkpointError } from "./git-task.ts";
import type { Staged } from "./staged.ts";

/** The state of a working tree that a git tree cannot store. Saved as JSON. */
interface SnapshotRecord {
  readonly id: string;
  readonly createdAt: string;
  /** The current commit; undefined if there was none. */
  readonly head?: string | undefined;
  /** See {@link Staged}; undefined if there was no index. */
  readonly indexTime?: number | undefined;
  /** Directories that the snapshot does not contain. */
  readonly leftAlone: readonly string[];
  readonly modes: UnusualModes;
  /** Undefined in snapshots of earlier versions. */
  readonly directoryModes?: UnusualModes;
}

/** A saved state of a working tree. */
export interface Snapshot {
  readonly commit: string;
  readonly ref: string;
  /** The id of the tree with the files. */
  readonly tree: string;
  readonly record: SnapshotRecord;
}

/** The purpose of a snapshot, and the name of its refs. */
export type SnapshotKind = "checkpoint" | "rollback";

/** Who saves a snapshot, and when. */
export interface SnapshotOrigin {
  readonly id: string;
  readonly createdAt: Date;
  readonly session?: string | undefined;
}

const version = 1;

/**
 * Commits a snapshot under a separate ref, outside of all branches. Its tree contains the files (`worktree`), the
 * staged files (`index`), the bytes of the index (`index.bin`) and the rest (`snapshot.json`). Its parent is the
 * current commit, which protects that too.
 *
 * @param after for a rollback: the tree that it restores, which undoing it needs.
 */
export async function saveSnapshot(
  repository: Repository,
  kind: SnapshotKind,
  { id, createdAt, session }: SnapshotOrigin,
  stored: StoredFiles,
  staged: Staged,
  after?: string,
): Promise<Snapshot> {
  const { git } = repository;
  const { code, text } = await git(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], { allowedExitCodes: [1] });
  const head = code === 0 ? text.trim() : undefined;
  const record: SnapshotRecord = {
    id,
    createdAt: createdAt.toISOString(),
    head,
    indexTime: staged.bytes === undefined ? undefined : staged.time,
    leftAlone: stored.skipped,
    modes: unusualModes(stored.files),
    directoryModes: await unusualDirectoryModes(repository.workingTree, stored.files),
  };
  const save = async (input: Uint8Array | string): Promise<string> =>
    (await git(["hash-object", "-w", "--stdin"], { input })).text.trim();
  const entries = [
    `040000 tree ${stored.tree}\tworktree`,
    `040000 tree ${staged.tree}\tindex`,
    ...(after === undefined ? [] : [`040000 tree ${after}\tafter`]),
    `100644 blob ${await save(JSON.stringify({ version, ...record }))}\tsnapshot.json`,
    ...(staged.bytes === undefined ? [] : [`100644 blob ${await save(staged.bytes)}\tindex.bin`]),
  ];
  const tree = (await git(["mktree", "--missing"], { input: `${entries.join("\n")}\n` })).text.trim();
  const parents = head === undefined ? [] : ["-p", head];
  const origin = JSON.stringify({ createdAt: record.createdAt, session, worktree: repository.worktree } satisfies Origin);
  const message = ["-m", `Precept ${kind} ${id}`, "-m", origin];
  const commit = (await git(["commit-tree", ...message, ...parents, tree], { env: identity(createdAt) })).text.trim();
  const ref = refOf(kind, id);
  // Fails if the ref exists.
  await git(["update-ref", ref, commit, "0".repeat(commit.length)]);
  return { commit, ref, tree: stored.tree, record };
}

/** A snapshot, read from its ref and its commit message. */
export interface ListedSnapshot {
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly commit: string;
  readonly ref: string;
  /** The current commit when it was saved; undefined if there was none. */
  readonly head?: string | undefined;
  readonly session?: string | undefined;
}

/** Lists the snapshots of this working tree, newest first. Other working trees of the repository have their own. */
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
    const id = ref.slice(prefix.length);
    listed.push({ id, createdAt, commit, ref, ...withoutUndefined({ head: head || undefined, session }) });
  }
  return listed;
}

/** Saves the files found after an interrupted rollback, since some belong to neither state. */
export async function saveInterrupted({ git }: Repository, id: string, tree: string): Promise<void> {
  const env = identity(new Date());
  const commit = (await git(["commit-tree", "-m", `Found after the rollback ${id} was interrupted`, tree], { env })).text.trim();
  await git(["update-ref", interruptedRef(id), commit]);
}

export function interruptedRef(id: string): string {
  return `refs/precept/interrupted/${id}`;
}

/** Returns the ids of the rollbacks for which {@link saveInterrupted} saved files. */
export async function listInterrupted({ git }: Repository): Promise<ReadonlySet<string>> {
  const { text } = await git(["for-each-ref", "--format=%(refname)", interruptedRef("")]);
  return new Set(text.split("\n").map((ref) => ref.slice(interruptedRef("").length)));
}

/** Deletes the files that {@link saveInterrupted} saved, if any. */
export async function removeInterrupted({ git }: Repository, id: string): Promise<void> {
  await git(["update-ref", "-d", interruptedRef(id)]);
}

/** Deletes the ref of a snapshot, if it exists. */
export async function removeRef({ git }: Repository, kind: SnapshotKind, id: string): Promise<void> {
  // Also if the caller has aborted.
  await git(["update-ref", "-d", refOf(kind, id)], { signal: undefined });
}

/** Deletes the refs of snapshots. Git's garbage collection removes the objects later. */
export async function removeSnapshots({ git }: Repository, snapshots: readonly ListedSnapshot[]): Promise<void> {
  const input = snapshots.map(({ ref, commit }) => `delete ${ref}\0${commit}\0`).join("");
  if (input !== "") await git(["update-ref", "-z", "--stdin"], { input });
}

export async function readSnapshot(repository: Repository, kind: SnapshotKind, id: string): Promise<Snapshot> {
  const { git, task } = repository;
  const ref = refOf(kind, id);
  const isId = /^[A-Za-z0-9-]+$/.test(id);
  const find = ["rev-parse", "--quiet", "--verify", isId ? `${ref}^{commit}` : ""];
  const { code, text } = await git(find, { allowedExitCodes: [1, 128] });
  if (code !== 0) throw new PreceptError(kind === "checkpoint" ? "CHECKPOINT_UNKNOWN" : "ROLLBACK_UNKNOWN", { id });
  const commit = text.trim();
  const tree = (await git(["rev-parse", `${commit}:worktree`])).text.trim();
  const { bytes } = await git(["cat-file", "blob", `${commit}:snapshot.json`]);
  const saved = JSON.parse(bytes.toString("utf8")) as SnapshotRecord & { readonly version: number };
  if (saved.version !== version) throw checkpointError(task, `the ${kind} "${id}" was made by another version of Precept`);
  return { commit, ref, tree, record: saved };
}

export async function readIndex({ git }: Repository, { commit, record }: Snapshot): Promise<Buffer | undefined> {
  return record.indexTime === undefined ? undefined : (await git(["cat-file", "blob", `${commit}:index.bin`])).bytes;
}

function refOf(kind: SnapshotKind, id: string): string {
  return `refs/precept/${kind}/${id}`;
}

/** The machine-readable part of the commit message. */
interface Origin {
  readonly createdAt: string;
  readonly session?: string | undefined;
  readonly worktree: string;
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

/** Commits as Precept, not as the user. */
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
