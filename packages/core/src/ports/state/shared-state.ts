import type { RateLimiter } from "./rate-limiter.ts";
import type { StateLog } from "./state-log.ts";
import type { StateRecords } from "./state-records.ts";

const uses = {
  /** Tokens of clients. */
  tokens: { form: "records", retainDays: Infinity },
  /** Advice to agents, and how often it was ignored. */
  "soft-hooks": { form: "records", retainDays: 30 },
  /** Questions to humans, and the answers that still count. */
  approvals: { form: "records", retainDays: 30 },
  /** What happened in sessions, for policies with a sequence. */
  sequences: { form: "records", retainDays: 30 },
  /** Fixes that agents were given to apply. */
  "planned-fixes": { form: "records", retainDays: 30 },
  /** Sessions of MCP clients. */
  "mcp-sessions": { form: "records", retainDays: 2 },
  /** Logins of browsers. */
  "console-sessions": { form: "records", retainDays: 1 },
  /** Events of a project, for the streams of clients. */
  events: { form: "log", retainEntries: 10_000 },
  /** Policies that clients registered: they are stored beside the log, whose entries are the changed ids. */
  policies: { form: "log", retainEntries: 100 },
  /** Traces of resolutions. */
  traces: { form: "log", retainEntries: 200 },
  /** The audit log: violations, soft hooks and registrations, each with a chain of hashes. */
  "audit-violations": { form: "log", retainEntries: Infinity },
  "audit-soft-hooks": { form: "log", retainEntries: Infinity },
  "audit-registrations": { form: "log", retainEntries: Infinity },
} as const satisfies Readonly<Record<string, StateUse>>;

type StateUse =
  /** @param retainDays after how many days an unchanged record is removed. */
  | { readonly form: "records"; readonly retainDays: number }
  /** @param retainEntries how many of the newest entries are retained at least. */
  | { readonly form: "log"; readonly retainEntries: number };

type UsesOf<Form extends StateUse["form"]> = {
  readonly [Name in keyof typeof uses]: (typeof uses)[Name]["form"] extends Form ? Name : never;
}[keyof typeof uses];

export type RecordUse = UsesOf<"records">;
export type LogUse = UsesOf<"log">;

/** What servers share besides rules, and how much of it is retained. */
export const stateUses: Readonly<Record<RecordUse, { readonly retainDays: number }>> &
  Readonly<Record<LogUse, { readonly retainEntries: number }>> = uses;

/** State that servers share, in three forms: records that change together, logs, and allowances. Calls can be made at any time. */
export interface SharedState extends AsyncDisposable {
  /** The records of a use. @param owner what they belong to: the id of a project, or the empty text for the server. */
  records(use: RecordUse, owner: string): StateRecords;
  /** The log of a use. @param owner see {@link SharedState.records}. */
  log(use: LogUse, owner: string): StateLog;
  readonly rates: RateLimiter;
}

/** The part of shared state that belongs to a project. */
export interface ProjectState {
  readonly state: SharedState;
  /** The id of the project, the same at all servers. */
  readonly project: string;
}
