import { basename, dirname } from "node:path";
import type { SessionRecord } from "@precept/contract";
import { openRoot, readLinesIn } from "@precept/files";
import { parseEntry } from "../first-entries.ts";
import { createClaudeCodeReader } from "./read-claude-code.ts";
import { createCodexReader } from "./read-codex.ts";
import type { TranscriptAgent } from "../transcript-agents.ts";
import type { EntryReader, ReadEntry } from "./transcript-event.ts";
import { TranscriptRecorder, type RecorderOptions } from "./transcript-recorder.ts";

/** The transcript of a session: its file, and the files of its subagents. */
export interface TranscriptFiles {
  readonly agent: TranscriptAgent;
  /** Absolute. The first one belongs to the main agent. */
  readonly paths: readonly string[];
}

/** What was not read of a transcript. */
export interface TranscriptProblems {
  /** Lines that are no JSON, or lack what their kind has. A transcript that was cut has one. */
  readonly damaged: number;
  /** Lines that are longer than {@link maxLineBytes}. */
  readonly tooLong: number;
  /** How many entries of each unknown kind were skipped. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Results whose calls are missing. */
  readonly orphans: number;
  /** Records that were left out, because the session has too many. */
  readonly left: number;
}

export interface ReadTranscript {
  /** Undefined if no entry names a session. */
  readonly session: string | undefined;
  readonly records: readonly SessionRecord[];
  readonly problems: TranscriptProblems;
}

/** A longer line is not read: a result can contain a large file. In bytes. */
export const maxLineBytes = 8_388_608;

const readers: Readonly<Record<TranscriptAgent, () => EntryReader>> = {
  "claude-code": createClaudeCodeReader,
  codex: createCodexReader,
};

/**
 * Reads the transcript of a session, line by line. Agents do not promise the format: what is unknown is skipped and counted.
 *
 * @param seen the sessions of the entries that were read before, by the ids of the entries. An entry of another session is a copy, and
 *   is left out. Entries of this session are added.
 * @throws the system's error if the file cannot be read.
 */
export async function readTranscript(
  { agent, paths }: TranscriptFiles,
  options: Omit<RecorderOptions, "agent">,
  seen: Map<string, string>,
): Promise<ReadTranscript> {
  const recorder = new TranscriptRecorder({ ...options, agent });
  const counts = { damaged: 0, tooLong: 0 };
  const unknown = new Map<string, number>();
  let session: string | undefined;
  let parent: string | undefined;
  for (const path of paths) {
    const reader = readers[agent]();
    for await (const line of readLinesIn(openRoot(dirname(path)), basename(path), { maxLineBytes })) {
      if (line === undefined) counts.tooLong += 1;
      if (line === undefined || line.trim() === "") continue;
      const entry = parseEntry(line);
      const read = entry === undefined ? undefined : reader.read(entry);
      if (read === undefined) {
        counts.damaged += 1;
        continue;
      }
      session ??= read.origin.session;
      if (read.unknown !== undefined) unknown.set(read.unknown, (unknown.get(read.unknown) ?? 0) + 1);
      const from = copiedFrom(read, session ?? path, seen);
      if (from !== undefined) {
        if (from !== session) parent = from;
        continue;
      }
      await addEvents(recorder, read.events, read.ordinal, { session: session ?? sessionOf(path), parent });
    }
    await addEvents(recorder, reader.end(), undefined, { session: session ?? sessionOf(path), parent });
  }
  const { orphans } = recorder;
  const records = recorder.end();
  return {
    session: records[0]?.session ?? session,
    records,
    problems: { ...counts, unknown: Object.fromEntries(unknown), orphans, left: recorder.left },
  };
}

async function addEvents(
  recorder: TranscriptRecorder,
  events: ReadEntry["events"],
  ordinal: number | undefined,
  { session, parent }: { readonly session: string; readonly parent: string | undefined },
): Promise<void> {
  for (const event of events) {
    recorder.begin(session, event.at, parent);
    await recorder.add(event, ordinal);
  }
}

/** The session that an entry was read in before. Undefined if it is new, or cannot be recognised. */
function copiedFrom({ id }: ReadEntry, session: string, seen: Map<string, string>): string | undefined {
  if (id === undefined) return undefined;
  const known = seen.get(id);
  if (known === undefined) seen.set(id, session);
  return known;
}

/** The name of a transcript ends in the id of its session. */
function sessionOf(path: string): string {
  return basename(path, ".jsonl").replace(/^rollout-[\dT:-]+-(?=[0-9a-f]{8}-)/, "");
}
