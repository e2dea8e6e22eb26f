import type { SessionRecord } from "@precept/contract";
import {
  appendLines,
  kindIn,
  listDirectorySync,
  makeDirectory,
  makePrivateDirectory,
  moveFile,
  openRoot,
  removeFile,
  stateDir,
  statusIn,
  withLock,
  type Root,
} from "@precept/files";
import { earlierPath, maxSessionBytes, maxSessions, privateFile, sessionPath, sessionsDir } from "./session-files.ts";

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
  const names = listDirectorySync(project, sessionsDir, "none").flatMap(({ name }) => (name.endsWith(".jsonl") ? [name] : []));
  const sessions = names.filter((name) => !name.endsWith(".earlier.jsonl"));
  if (sessions.length <= maxSessions) return;
  const changed = sessions.map((name) => [statusIn(project, `${sessionsDir}/${name}`, "none")?.mtimeMs ?? 0, name] as const);
  for (const [, name] of changed.toSorted(([left], [right]) => right - left).slice(maxSessions)) {
    await removeFile(project, `${sessionsDir}/${name}`, privateFile);
    const earlier = earlierPath(name);
    if (names.includes(earlier)) await removeFile(project, `${sessionsDir}/${earlier}`, privateFile);
  }
}
