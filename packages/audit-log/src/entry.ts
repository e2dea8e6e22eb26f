import type { Json } from "@precept/core";

type JsonObject = Readonly<Record<string, Json>>;

interface Extensible {
  /** Additional fields. They are written after the others, at the top level of the entry. */
  readonly further?: JsonObject;
}

/** A violation of a policy and what was done about it. */
export interface ViolationRecord extends Extensible {
  readonly rule_id: string;
  readonly handler: string;
  readonly priority: string;
  readonly phase: string | null;
  /** The file, the line, the agent, and other context. */
  readonly context?: JsonObject;
  readonly violation: { readonly message: string; readonly suggestion?: string | null };
  readonly quick_fix?: { readonly applied: boolean; readonly change?: string | null; readonly verified?: boolean };
}

/** A change of a soft hook: advice that an agent may ignore. */
export interface SoftHookRecord extends Extensible {
  readonly rule_id: string;
  /** `IGNORED`, `COMPLIED`, … */
  readonly action: string;
  readonly ignore_count: number;
  /** The agent, the phase, the threshold, and other context. */
  readonly metadata?: JsonObject;
}

/** A registration of a policy at run time, accepted or refused. */
export interface RegistrationRecord extends Extensible {
  /** Null if the document contained no valid policy. */
  readonly rule_id: string | null;
  readonly version: string | null;
  /** SHA-256 of the policy's wire form as JSON with sorted keys. Null if the document contained no valid policy. */
  readonly policy_hash: string | null;
  readonly accepted: boolean;
  /** Why it was refused; null if it was accepted. */
  readonly reason: string | null;
  /** The version and hash of the policy with the same id that was active before; null if there was none. */
  readonly replaces: JsonObject | null;
  /** Whether the policy was removed: `replaces` is what it was, and `version` is null. Default: false. */
  readonly removed?: boolean;
  /** Who registered it: the client, the session, the agent and the user, as far as they are known. */
  readonly registrant: JsonObject;
}

/** The fields that the log adds to a record. */
export interface EntryMetadata {
  /** Such as `RULE-YYYYMMDD-NNN`: numbered per day from 001, with more digits beyond 999. */
  readonly log_id: string;
  /** ISO 8601, in UTC. */
  readonly timestamp: string;
  /** The `hash` of the previous entry; zeros in the first entry. */
  readonly prev_hash: string;
  /** SHA-256 of the line without its `hash`, in lower-case hexadecimal. */
  readonly hash: string;
}

/** A record with the metadata of its log entry. */
export type LogEntry<LogRecord> = LogRecord & EntryMetadata;

export interface RecordKind {
  readonly file: string;
  /** The prefix of entry ids. */
  readonly prefix: string;
  readonly fieldNames: readonly string[];
}

export const violationKind: RecordKind = {
  file: "rule_violations.jsonl",
  prefix: "RULE",
  fieldNames: ["rule_id", "handler", "priority", "phase", "context", "violation", "quick_fix"],
};

export const softHookKind: RecordKind = {
  file: "soft_hooks.log",
  prefix: "SOFT_HOOK",
  fieldNames: ["rule_id", "action", "ignore_count", "metadata"],
};

export const registrationKind: RecordKind = {
  file: "policy_registrations.jsonl",
  prefix: "REGISTRATION",
  fieldNames: ["rule_id", "version", "policy_hash", "accepted", "reason", "replaces", "removed", "registrant"],
};
