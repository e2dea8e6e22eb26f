import type { SessionRecord, SessionTurnRecord } from "@precept/contract";
import { withoutUndefined } from "@precept/core";
import { isRecorded, recordInSession } from "@precept/evidence/record";
import { firstEntries } from "../first-entries.ts";
import {
  changeSession,
  readSession,
  waitingResumes,
  type Conversation,
  type Resumed,
  type SessionState,
} from "./session-state.ts";

/** A longer line of a transcript is not read. In bytes. */
const maxLineBytes = 1_048_576;

/** Keeps what the hook at a resume recorded until it is known which session continues: hosts start a copy with the id of the original. */
export async function holdResume(conversation: Conversation, resumed: Resumed, now: number): Promise<void> {
  await changeSession(conversation, now, (state) => ({ state: { ...state, resumed }, result: undefined }));
}

/** Decides at an event what an earlier resume belongs to: this session, or a copy of another session. */
export async function assignResume(
  conversation: Conversation,
  { startsSession, transcript }: { readonly startsSession: boolean; readonly transcript: string | undefined },
  now: number,
): Promise<void> {
  if (!startsSession) await startFork(conversation, transcript, now);
  await releaseResume(conversation, now);
}

/** Appends what a resume of this session did, since the session continues. */
async function releaseResume(conversation: Conversation, now: number): Promise<void> {
  if (readSession(conversation).resumed === undefined) return;
  const { result } = await changeSession(conversation, now, (state) => ({ state: withoutResume(state), result: state.resumed }));
  if (result !== undefined) await recordInSession(conversation.root, conversation.session, result.records);
}

/**
 * Recognises the first event of a copied session, and begins its records with the name of the original and what its start delivered. The
 * agent has in the copy what it had in the original.
 *
 * @param transcript the path of the session's transcript, which begins like the transcript of the original.
 */
async function startFork(conversation: Conversation, transcript: string | undefined, now: number): Promise<void> {
  const { root, host, session } = conversation;
  if (transcript === undefined || isRecorded(root, session)) return;
  const waiting = waitingResumes(root, host);
  if (waiting.length === 0) return;
  const first = await firstRecordOf(transcript);
  const firsts = await Promise.all(waiting.map((one) => firstRecordOf(one.transcript)));
  const original = first === undefined ? undefined : waiting[firsts.indexOf(first)];
  const parent = original?.records[0]?.session;
  if (original === undefined || parent === undefined) return;
  const from = { ...conversation, session: parent };
  const inherited = readSession(from);
  await changeSession(from, now, (state) => ({ state: withoutResume(withoutAdded(state, original)), result: undefined }));
  await changeSession(conversation, now, () => ({ state: withoutResume(inherited), result: undefined }));
  await recordInSession(
    root,
    session,
    original.records.map((record) => moveTo(record, session, parent)),
  );
}

/** The original session did not get what the start of its copy gave. */
function withoutAdded(state: SessionState, { added }: Resumed): SessionState {
  const gone = new Set(added);
  return { ...state, given: state.given.filter((key) => !gone.has(key)) };
}

function withoutResume(state: SessionState): SessionState {
  const { given, files, asked, pending, unsaved, isOwed, guard, captured, reminders } = state;
  return { given, files, asked, pending, ...withoutUndefined({ unsaved, isOwed, guard, captured, reminders }) };
}

function moveTo(record: SessionRecord, session: string, parent: string): SessionRecord {
  if (record.kind !== "turn") return { ...record, session };
  return { ...record, session, turn: "fork", parent } satisfies SessionTurnRecord;
}

/** The path of the session's transcript in a payload, if the host names it. */
export function transcriptOf(value: object): string | undefined {
  return "transcript_path" in value && typeof value.transcript_path === "string" ? value.transcript_path : undefined;
}

/** What identifies the first record of a transcript that has an id. A copy has the same one, under the id of the copy. */
async function firstRecordOf(path: string): Promise<string | undefined> {
  try {
    for await (const { uuid, timestamp } of firstEntries(path, maxLineBytes)) {
      if (typeof uuid === "string") return `${uuid} ${JSON.stringify(timestamp)}`;
    }
  } catch {
    // Without the transcript, it is not known.
  }
  return undefined;
}
