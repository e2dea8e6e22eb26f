export { readNewestSessions, readSession, type SessionRecords } from "./read-sessions.ts";
export { createReceipt, type DeliveredRules, type DeliveryOrigin } from "./receipt.ts";
export { RecordQueue } from "./record-queue.ts";
export { importSession, isRecorded, recordInSession, type ImportedSession } from "./record.ts";
export { maxSessions } from "./session-files.ts";
export { summarize, type SessionSummary } from "./summary.ts";
export {
  gapsIn,
  rulesHeldAt,
  timelineOf,
  type DeliveryKind,
  type Gap,
  type GapKind,
  type HeldRule,
  type TimelineEntry,
} from "./timeline.ts";
export {
  adherenceOf,
  type AdherenceOfDay,
  type Breach,
  type CheckedRule,
  type Occasion,
  type RuleAdherence,
} from "./adherence.ts";
export { isBrokenOften, isUncertain, suggestFor, type DeliveredAs, type Suggestion } from "./suggestions.ts";
export type { Share } from "./interval.ts";
export { usageIn } from "./usage.ts";
