import { sessionRecord, type SessionRecord } from "@precept/contract";
import { isMissing, listDirectorySync, openRoot, readFileInSync, type Root } from "@precept/files";
import { lastChange } from "./last-change.ts";
import { mergeImported } from "./merge-imported.ts";
import { filesOf, maxSessionBytes, privateFile, sessionPath, sessionsDir, sessionsIn } from "./session-files.ts";

/** What is known about a session. */
export interface SessionRecords {
  readonly session: string;
  /** In the order in which they were written. */
  readonly records: readonly SessionRecord[];
  /** The number of lines that are not a complete record of the session. */
  readonly unreadable: number;
  /** Whether earlier records were removed, because the session has too many. */
  readonly isCut: boolean;
}

/** A session in a list: the path of its file, and when it last changed. */
interface SessionFile {
  readonly path: string;
  /** In milliseconds since 1970. */
  readonly changed: number;
}

/** A file that a process still appends to can be larger than the limit. In bytes. */
const maxBytes = 2 * maxSessionBytes;

/** Reads the sessions that changed last, newest first. */
export function readNewestSessions(
  root: string,
  limit: number,
): { readonly sessions: readonly SessionRecords[]; readonly total: number } {
  const project = openRoot(root);
  const files = sessionFiles(project).toSorted((left, right) => right.changed - left.changed);
  const sessions = files.slice(0, limit).map(({ path }) => readSessionFile(project, path));
  return { sessions: sessions.filter(({ records }) => records.length > 0), total: files.length };
}

/** Reads the records of a session. Undefined if there are none. */
export function readSession(root: string, session: string): SessionRecords | undefined {
  const project = openRoot(root);
  const read = readSessionFile(project, sessionPath(session), session);
  return read.records.length === 0 && read.unreadable === 0 ? undefined : read;
}

function sessionFiles(project: Root): readonly SessionFile[] {
  return sessionsIn(namesIn(project)).map((path) => ({ path, changed: lastChange(project, path) }));
}

/** Empty before the first session. */
function namesIn(project: Root): readonly string[] {
  try {
    return listDirectorySync(project, sessionsDir, "none").map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function readSessionFile(project: Root, path: string, session?: string): SessionRecords {
  const [newest, earlier, imported] = filesOf(path).map((one) => linesIn(project, one)) as [string[], string[], string[]];
  const lines = [...earlier, ...newest];
  const parsed = [...lines, ...imported].map(parseRecord);
  const id = session ?? parsed.findLast((record) => record !== undefined)?.session ?? "";
  const own = (from: readonly (SessionRecord | undefined)[]): readonly SessionRecord[] =>
    from.filter((record): record is SessionRecord => record?.session === id);
  const recorded = own(parsed.slice(0, lines.length));
  const transcribed = own(parsed.slice(lines.length));
  return {
    session: id,
    records: mergeImported(recorded, transcribed),
    unreadable: parsed.length - recorded.length - transcribed.length,
    isCut: earlier.length > 0 && !startsSession(recorded),
  };
}

/** Whether the first record is also the first of the session. */
function startsSession([first]: readonly SessionRecord[]): boolean {
  return first?.kind === "turn" && (first.turn === "start" || first.turn === "fork");
}

function linesIn(project: Root, path: string): readonly string[] {
  const content = readFileInSync(project, path, { maxBytes, links: privateFile.links });
  if (content.kind !== "bytes") return [];
  return content.bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

function parseRecord(line: string): SessionRecord | undefined {
  try {
    return sessionRecord.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
