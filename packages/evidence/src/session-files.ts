import { sha256, stateDir } from "@precept/files";

/** The directory of a project's sessions, relative to the project. */
export const sessionsDir: string = `${stateDir}/sessions`;

/** What a file in the directory may be opened as. */
export const privateFile = { links: "none", isPrivate: true } as const;

/** How many sessions a project keeps. The least recently changed ones are removed. */
export const maxSessions = 200;

/** The size at which the records of a session are moved to a second file, in bytes. A session has at most twice as much. */
export const maxSessionBytes = 2_000_000;

/** A session id that is a safe file name, such as a UUID. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/;

/** The path of a session's newest records, relative to the project. */
export function sessionPath(session: string): string {
  // The digest is recognisable: no plain name has a dot.
  return `${sessionsDir}/${plainName.test(session) ? session : `${sha256(session).slice(0, 32)}.id`}.jsonl`;
}

/** The path of the second file, for the records before those in the first one. */
export function earlierPath(path: string): string {
  return path.replace(/\.jsonl$/, ".earlier.jsonl");
}

/** The path of the records that come from the agent's own transcript. An import replaces them. */
export function importedPath(path: string): string {
  return path.replace(/\.jsonl$/, ".imported.jsonl");
}

/** All files of a session. */
export function filesOf(path: string): readonly string[] {
  return [path, earlierPath(path), importedPath(path)];
}

/** The paths of the sessions that have one of the files with these names, relative to the project. */
export function sessionsIn(names: readonly string[]): readonly string[] {
  const own = names.filter((name) => name.endsWith(".jsonl"));
  return [...new Set(own.map((name) => `${sessionsDir}/${name.replace(/(?:\.earlier|\.imported)?\.jsonl$/, ".jsonl")}`))];
}
