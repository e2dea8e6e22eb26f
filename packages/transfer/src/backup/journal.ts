import { isRecord } from "@precept/core";
import { openIn, openRoot, type Lock, type Root } from "@precept/files";
import { appendJsonLines, backupDir, privateFile, readJsonLines } from "./json-lines.ts";
import { isSha256 } from "./objects.ts";

export type TransferKind = "import" | "export" | "revert" | "eject";

export interface KnownFile {
  readonly path: string;
  readonly targets: readonly string[];
}

export interface JournalEntry extends KnownFile {
  /**
   * `known`: the file was written by hand before it came into the ledger. `missing` and `file`: what stood at the path
   * before Precept first changed it. `kept`: a text that was about to be replaced or removed. `ended`: the file was
   * reverted or ejected, so that a later change finds a new original.
   */
  readonly kind: "known" | "missing" | "file" | "kept" | "ended";
  /** When, in ISO 8601. */
  readonly at: string;
  readonly by: TransferKind;
  /** SHA-256 of the content, for `file` and `kept`: the object in the backup. */
  readonly sha256?: string;
  /** The permissions, for `file` and `kept`. */
  readonly mode?: number;
  /** For `missing`, the topmost parent directory that did not exist. */
  readonly createdFrom?: string;
}

export interface Journal {
  readonly entries: readonly JournalEntry[];
  /** What stood at each path before Precept first changed it. Files that were reverted or ejected since have none. */
  readonly originals: ReadonlyMap<string, JournalEntry>;
  /** The paths of files that were written by hand before they came into the ledger. */
  readonly handwritten: ReadonlySet<string>;
  readonly damaged: number;
}

/** A text in the backup. */
export interface BackupText extends Pick<JournalEntry, "path" | "at" | "by"> {
  /** `original`: before Precept first changed the file. `kept`: before it was replaced or removed. */
  readonly kind: "original" | "kept";
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

export interface JournalWriter {
  readonly root: Root;
  readonly by: TransferKind;
  readonly lock: Lock;
}

const journalPath = `${backupDir}/originals.jsonl`;

/** The size limit of the journal, in bytes: enough for about 300,000 events. */
const maxJournalBytes = 67_108_864;

/** Reads the journal of the backup. A missing one is empty. */
export function readJournal(root: Root): Journal {
  const lines = readJsonLines(root, journalPath, maxJournalBytes) ?? [undefined];
  const entries = lines.filter(isEntry);
  const originals = new Map<string, JournalEntry>();
  const handwritten = new Set<string>();
  for (const entry of entries) {
    const { path, kind } = entry;
    if (kind === "known") handwritten.add(path);
    else if (kind === "ended") handwritten.delete(path);
    // A file that comes into the ledger as it is was left as an ordinary file before, also if its eject was killed.
    if (kind === "ended" || kind === "known") originals.delete(path);
    else if (kind !== "kept" && !originals.has(path)) originals.set(path, entry);
  }
  return { entries, originals, handwritten, damaged: lines.length - entries.length };
}

/** Lists the texts in the backup of a project, oldest first. */
export function listBackup(dir: string): readonly BackupText[] {
  return readJournal(openRoot(dir)).entries.flatMap(({ path, kind, at, by, sha256 }) =>
    sha256 === undefined ? [] : [{ path, kind: kind === "file" ? "original" : "kept", at, by, sha256 }],
  );
}

/** The event of a file that was reverted, ejected or not changed after all. */
export function toEnded({ path, targets }: KnownFile): Omit<JournalEntry, "at" | "by"> {
  return { path, kind: "ended", targets };
}

/** Appends events, flushed to the disk. */
export async function appendToJournal(
  { root, by, lock }: JournalWriter,
  events: readonly Omit<JournalEntry, "at" | "by">[],
): Promise<void> {
  if (events.length === 0) return;
  const at = new Date().toISOString();
  const entries = events.map(({ path, kind, ...event }): JournalEntry => ({ path, kind, at, by, ...event }));
  await appendJsonLines(root, journalPath, entries, lock);
  await using handle = await openIn(root, journalPath, "update", privateFile);
  await handle.sync();
}

const kinds: ReadonlySet<unknown> = new Set(["known", "missing", "file", "kept", "ended"]);

function isEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value) || !kinds.has(value["kind"])) return false;
  const { kind, path, at, by, targets, sha256, mode, createdFrom } = value;
  const hasContent = kind === "file" || kind === "kept";
  return (
    [path, at, by].every((field) => typeof field === "string") &&
    Array.isArray(targets) &&
    targets.every((target) => typeof target === "string") &&
    (hasContent ? typeof sha256 === "string" && isSha256(sha256) : sha256 === undefined) &&
    (mode === undefined || (typeof mode === "number" && mode >= 0 && mode <= 0o777)) &&
    (createdFrom === undefined || typeof createdFrom === "string")
  );
}
