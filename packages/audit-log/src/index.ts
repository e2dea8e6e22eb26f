export { createAuditLog, type AuditLog, type RecordLog } from "./audit-log.ts";
export type { LogEntry, EntryMetadata, RegistrationRecord, SoftHookRecord, ViolationRecord } from "./entry.ts";
export type { EntryFilter } from "./list.ts";
export { createMask, type Mask, type MaskOptions } from "./mask.ts";
export type { AuditLogOptions, RotationOptions } from "./options.ts";
export { verifyAuditLog } from "./verify.ts";
export type { AuditReport, VerifyOptions } from "./verification.ts";
export { auditDiagnostics, type AuditDiagnosticCode } from "./diagnostic-catalogue.ts";
export { toWireAuditReport, verifyLogsOf, type LogsReport, type WireAuditReport } from "./verify-logs.ts";
