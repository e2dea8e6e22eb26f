export { createAuditLog, type AuditLog, type AuditLogOptions, type RecordLog, type RotationOptions } from "./audit-log.ts";
export type { LogEntry, EntryMetadata, RegistrationRecord, SoftHookRecord, ViolationRecord } from "./entry.ts";
export type { EntryFilter } from "./list.ts";
export { readPage, type LogPage, type PageOptions } from "./page.ts";
export { countEntries, maxStatsRows, statsGroups, type AuditStats, type StatsGroup, type StatsRow } from "./stats.ts";
export { createMask, type Mask, type MaskOptions } from "./mask.ts";
export type { AuditReport, VerifyOptions } from "./verification.ts";
export { auditDiagnostics, type AuditDiagnosticCode } from "./diagnostic-catalogue.ts";
export { toWireAuditReport, verifyAuditLog, verifyLogsOf, type LogsReport, type WireAuditReport } from "./verify.ts";
