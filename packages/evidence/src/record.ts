import type { SessionRecord } from "@precept/contract";
import {
  appendLines,
  kindIn,
  listDirectorySync,
  makeDirectory,
  makePrivateDirectory,
  moveFile,
  openRoot,
  putFileSync,
  readFileInSync,
  removeFile,
  stateDir,
  statusIn,
  withLock,
  type Root,
} from "@precept/files";
import { lastChange } from "./last-change.ts";
import {
  earlierPath,
  filesOf,
  importedPath,
  maxSessionBytes,
  maxSessions,
  privateFile,
  sessionPath,
  sessionsDir,
  sessionsIn,
} from "./session-files.ts";

/**
 * Appends records to the file of a session, in the project's state. Several processes may record at the same time. A killed process
 * loses at most its own records.
 *
 * @param session the session of all records. @throws the system's error: the project cannot be written.
 */
export async function recordInSession(root: string, session: string, records: readonly SessionRecord[]): Promise<void> {
  if (records.length === 0) return;
  const project = openRoot(root);
  const path = sessionPath(session);
  const isNew = statusIn(project, path, "none") === undefined;
  if (isNew) await makeSessionsDirectory(project);
  const lines = records.map((record) => JSON.stringify(record));
  const size = appendLines(project, path, lines, privateFile);
  if (size > maxSessionBytes) await moveToEarlier(project, path);
  if (isNew) await removeOldSessions(project);
}

/** Whether hooks have recorded something about a session. */
export function isRecorded(root: string, session: string): boolean {
  return statusIn(openRoot(root), sessionPath(session), "none") !== undefined;
}

/** What an import did to a session. */
export interface ImportedSession {
  /** `unchanged`: an earlier import wrote the same. `completed`: hooks recorded the session too, and their records stay as they are. */
  readonly outcome: "added" | "completed" | "unchanged";
  /** How many records were left out, because a session has room for fewer. */
  readonly left: number;
}

/**
 * Replaces the records that come from the transcript of a session.
 *
 * @throws the system's error: the project cannot be written.
 */
export async function importSession(root: string, session: string, records: readonly SessionRecord[]): Promise<ImportedSession> {
  const project = openRoot(root);
  const path = importedPath(sessionPath(session));
  const [start, ...rest] = records.map((record) => `${JSON.stringify(record)}\n`);
  const newest = newestLines(rest);
  const text = [start ?? "", ...newest].join("");
  const left = rest.length - newest.length;
  const before = readFileInSync(project, path, { maxBytes: 2 * maxSessionBytes, links: privateFile.links });
  if (before.kind === "bytes" && before.bytes.toString("utf8") === text) return { outcome: "unchanged", left };
  await makeSessionsDirectory(project);
  // The session changed when it took place.
  const modified = Date.parse(records.at(-1)?.at ?? "");
  putFileSync(project, path, text, { ...privateFile, ...(Number.isFinite(modified) && { modified }) });
  await removeOldSessions(project);
  return { outcome: isRecorded(root, session) ? "completed" : "added", left };
}

/** The last lines that fit into a file of a session. */
function newestLines(lines: readonly string[]): readonly string[] {
  let size = 0;
  let first = lines.length;
  while (first > 0) {
    size += Buffer.byteLength(lines[first - 1] ?? "");
    if (size > maxSessionBytes) break;
    first -= 1;
  }
  return lines.slice(first);
}

async function makeSessionsDirectory(project: Root): Promise<void> {
  if (kindIn(project, sessionsDir, "none") === "directory") return;
  await makePrivateDirectory(project, stateDir);
  await makeDirectory(project, sessionsDir, privateFile);
}

/** Moves the records of a large file to the second file. They replace what it had. */
async function moveToEarlier(project: Root, path: string): Promise<void> {
  await withLock(project, path, "sessions", async ({ assertHeld: beforeRename }) => {
    // Another process may have done it while this one waited.
    const { size = 0 } = statusIn(project, path, "none") ?? {};
    if (size > maxSessionBytes) await moveFile(project, path, earlierPath(path), beforeRename);
  });
}

async function removeOldSessions(project: Root): Promise<void> {
  const sessions = sessionsIn(listDirectorySync(project, sessionsDir, "none").map(({ name }) => name));
  if (sessions.length <= maxSessions) return;
  const changed = sessions.map((path) => [lastChange(project, path), path] as const);
  for (const [, path] of changed.toSorted(([left], [right]) => right - left).slice(maxSessions)) {
    for (const file of filesOf(path)) {
      if (statusIn(project, file, "none") !== undefined) await removeFile(project, file, privateFile);
    }
  }
}
