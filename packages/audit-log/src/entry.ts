import type { Json } from "@precept/core";

type JsonObject = Readonly<Record<string, Json>>;

/** A policy that was broken, and what was done about it, as it is written. */
export interface ViolationRecord {
  readonly rule_id: string;
  readonly handler: string;
  readonly priority: string;
  readonly phase: string | null;
  /** Where: the file, the line, who was at work, and whatever else is known. */
  readonly context?: JsonObject;
  readonly violation: { readonly message: string; readonly suggestion?: string | null };
  readonly quick_fix?: { readonly applied: boolean; readonly change?: string | null; readonly verified?: boolean };
  /** Fields of the caller's own. They are written behind these, under their very names. */
  readonly further?: JsonObject;
}

/** What became of a suggestion that an agent may ignore, as it is written. */
export interface SoftHookRecord {
  readonly rule_id: string;
  /** `IGNORED`, `COMPLIED`, … */
  readonly action: string;
  readonly ignore_count: number;
  /** Who, in which phase, the threshold, and whatever else is known. */
  readonly metadata?: JsonObject;
  /** Fields of the caller's own. They are written behind these, under their very names. */
  readonly further?: JsonObject;
}

/** What the log adds to a record. */
export interface EntryMetadata {
  /** `RULE-YYYYMMDD-NNN` or `SOFT_HOOK-YYYYMMDD-NNN`: counted by day, from 001, and beyond 999 with more digits. */
  readonly log_id: string;
  /** ISO 8601, in UTC. */
  readonly timestamp: string;
  /** The `hash` of the entry before this one; zeros for the very first. */
  readonly prev_hash: string;
  /** SHA-256 of the line without its `hash`, in lower-case hexadecimal. */
  readonly hash: string;
}

/** A record as it is kept in a log. */
export type LogEntry<LogRecord> = LogRecord & EntryMetadata;

/** How the records of one log are written. */
export interface RecordKind {
  readonly file: string;
  /** What the ids of its entries begin with. */
  readonly prefix: string;
  /** The fields, in order. */
  readonly fields: readonly string[];
}

export const violationKind: RecordKind = {
  file: "rule_violations.jsonl",
  prefix: "RULE",
  fields: ["rule_id", "handler", "priority", "phase", "context", "violation", "quick_fix"],
};

export const softHookKind: RecordKind = {
  file: "soft_hooks.log",
  prefix: "SOFT_HOOK",
  fields: ["rule_id", "action", "ignore_count", "metadata"],
};
