import type { Receipt, SessionRecord } from "@precept/contract";
import type { SessionRecords } from "./read-sessions.ts";
import { gapsIn, timelineOf } from "./timeline.ts";

/** A session in numbers. */
export interface SessionSummary {
  readonly session: string;
  /** The session that this one continues a copy of. Null: none, or not known. */
  readonly parent: string | null;
  readonly agents: readonly string[];
  /** The times of the first and the last record, ISO 8601. */
  readonly first: string;
  readonly last: string;
  readonly prompts: number;
  readonly compactions: number;
  readonly subagents: number;
  /** How many different rules were delivered. */
  readonly rules: number;
  /** How often a text was delivered, and how many tokens that were. */
  readonly deliveries: number;
  readonly tokens: number;
  readonly changedFiles: number;
  readonly commands: number;
  readonly answers: number;
  readonly denied: number;
  readonly asked: number;
  readonly gaps: number;
  readonly isCut: boolean;
  readonly unreadable: number;
}

export function summarize({ session, records, isCut, unreadable }: SessionRecords): SessionSummary {
  const receipts = records.filter((record): record is Receipt => record.kind === "receipt");
  const delivered = receipts.flatMap(({ rules }) => rules);
  const timeline = timelineOf(records);
  const turns = timeline.flatMap((entry) => (entry.kind === "turn" ? [entry.turn.turn] : []));
  const actions = timeline.flatMap((entry) => (entry.kind === "action" ? [entry.action.action] : []));
  const verdicts = records.flatMap((record) => (record.kind === "decision" ? [record.verdict] : []));
  const changed = records.flatMap((record) => (record.kind === "file" && record.changes ? record.files : []));
  return {
    session,
    parent: records.flatMap((record) => (record.kind === "turn" ? (record.parent ?? []) : []))[0] ?? null,
    agents: [...new Set(records.map(({ agent }) => agent))],
    first: records[0]?.at ?? "",
    last: records.at(-1)?.at ?? "",
    prompts: receipts.filter(({ event, subagent }) => event === "prompt" && subagent === null).length,
    compactions: turns.filter((turn) => turn === "compaction").length,
    subagents: subagentsIn(records),
    rules: new Set(delivered.map(({ id }) => id)).size,
    deliveries: delivered.length,
    tokens: delivered.reduce((sum, { tokens }) => sum + tokens, 0),
    changedFiles: new Set(changed).size,
    commands: actions.filter((action) => action === "command").length,
    answers: actions.filter((action) => action === "answer").length,
    denied: verdicts.filter((verdict) => verdict === "deny").length,
    asked: verdicts.filter((verdict) => verdict === "ask").length,
    gaps: gapsIn(timeline).length,
    isCut,
    unreadable,
  };
}

function subagentsIn(records: readonly SessionRecord[]): number {
  return new Set(records.flatMap(({ subagent }) => (subagent === null ? [] : [subagent]))).size;
}
