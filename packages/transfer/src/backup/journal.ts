import { isRecord, type Json } from "@precept/core";
import {
  appendFile,
  createFile,
  kindIn,
  makeDirectory,
  openIn,
  readFileInSync,
  setMode,
  type Lock,
  type Root,
} from "@precept/files";
import { backupDir, endsInLine, isSha256, journalPath } from "./paths.ts";

/** What changes files of other tools. */
export type TransferKind = "import" | "export" | "revert" | "eject";

/** An event in the history of one file. */
export interface JournalEntry {
  /** Relative to the project. */
  readonly path: string;
  /**
   * `known`: the file was written by hand before it came into the ledger. `missing` and `file`: what stood at the path before Precept first changed it.
   * `kept`: a text that was about to be replaced or removed. `ended`: the file was reverted or ejected, so that a later change finds a new original.
   */
  readonly kind: "known" | "missing" | "file" | "kept" | "ended";
  /** When, in ISO 8601. */
  readonly at: string;
  readonly by: TransferKind;
  /** Ids of the tools that the file is for. */
  readonly targets: readonly string[];
  /** SHA-256 of the content, for `file` and `kept`: the object in the backup. */
  readonly sha256?: string;
  /** The permissions, for `file` and `kept`. */
  readonly mode?: number;
  /** For `missing`, the topmost parent directory that did not exist. */
  readonly createdFrom?: string;
}

export interface Journal {
  readonly entries: readonly JournalEntry[];
  /** The number of lines that cannot be read. */
  readonly damaged: number;
}

/** The size limit of the journal, in bytes: enough for about 300,000 events. */
const maxJournalBytes = 67_108_864;

/** Reads the journal of the backup. A missing one is empty. */
export function readJournal(root: Root): Journal {
  const content = readFileInSync(root, journalPath, { maxBytes: maxJournalBytes, links: "none" });
  if (content.kind !== "bytes") return { entries: [], damaged: content.kind === "missing" ? 0 : 1 };
  const lines = content.bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  const entries = lines.flatMap((line) => parseEntry(line) ?? []);
  return { entries, damaged: lines.length - entries.length };
}

/** Appends events, flushed to the disk. Creates the directory of the backup, which git ignores and only the user can read. */
export async function appendToJournal(root: Root, entries: readonly JournalEntry[], { assertHeld }: Lock): Promise<void> {
  if (entries.length === 0) return;
  await makeBackupDirectory(root);
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  const options = { links: "none", isPrivate: true, beforeRename: assertHeld } as const;
  await appendFile(root, journalPath, endsInLine(root, journalPath) ? text : `\n${text}`, options);
  await using handle = await openIn(root, journalPath, "update", options);
  await handle.sync();
}

/** Creates the directory of the backup, with a `.gitignore` for all of its files. */
export async function makeBackupDirectory(root: Root): Promise<void> {
  await makeDirectory(root, backupDir, { links: "none", isPrivate: true });
  const ignoreFile = `${backupDir}/.gitignore`;
  if (kindIn(root, ignoreFile, "none") === "file") return;
  // A clone can contain the directory, readable for others.
  await setMode(root, backupDir, 0o700);
  await createFile(root, ignoreFile, "*\n", { links: "none", isPrivate: true });
}

/** Returns what stood at each path before Precept first changed it. Files that were reverted or ejected since have none. */
export function findOriginals({ entries }: Journal): ReadonlyMap<string, JournalEntry> {
  const originals = new Map<string, JournalEntry>();
  for (const entry of entries) {
    // A file that comes into the ledger as it is was left as an ordinary file before, also if its eject was killed.
    if (entry.kind === "ended" || entry.kind === "known") originals.delete(entry.path);
    else if ((entry.kind === "missing" || entry.kind === "file") && !originals.has(entry.path)) originals.set(entry.path, entry);
  }
  return originals;
}

/** Returns the paths of files that were written by hand before they came into the ledger. */
export function findHandwritten({ entries }: Journal): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { path, kind } of entries) {
    if (kind === "known") paths.add(path);
    else if (kind === "ended") paths.delete(path);
  }
  return paths;
}

function parseEntry(line: string): JournalEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
  return isEntry(value) ? value : undefined;
}

const kinds: ReadonlySet<unknown> = new Set(["known", "missing", "file", "kept", "ended"]);

function isEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value) || !kinds.has(value["kind"])) return false;
  const { path, at, by, targets, sha256, mode, createdFrom } = value;
  const hasContent = value["kind"] === "file" || value["kind"] === "kept";
  return (
    [path, at, by].every((field) => typeof field === "string") &&
    Array.isArray(targets) &&
    targets.every((target) => typeof target === "string") &&
    (hasContent ? typeof sha256 === "string" && isSha256(sha256) : sha256 === undefined) &&
    (mode === undefined || (typeof mode === "number" && mode >= 0 && mode <= 0o777)) &&
    (createdFrom === undefined || typeof createdFrom === "string")
  );
}
