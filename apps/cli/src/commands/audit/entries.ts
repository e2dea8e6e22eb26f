import type { AuditLog, LogEntry, RecordLog, SoftHookRecord, ViolationRecord } from "@precept/audit-log";
import { isPolicyAction, policyActionSpecs } from "@precept/governance";
import type { SharedOptions } from "../../options.ts";
import type { Style } from "../../terminal/style.ts";
import { printable } from "../../terminal/text.ts";

/** An entry of either log. */
export type AnyEntry = LogEntry<ViolationRecord> | LogEntry<SoftHookRecord>;

export interface LogOptions extends SharedOptions {
  readonly softHooks?: boolean;
}

/** The log that is meant. */
export function chooseLog(
  log: AuditLog,
  { softHooks = false }: LogOptions,
): RecordLog<ViolationRecord> | RecordLog<SoftHookRecord> {
  return softHooks ? log.softHooks : log.violations;
}

/** An entry on one line. */
export function viewEntry(entry: AnyEntry, style: Style): string {
  const parts =
    "violation" in entry
      ? violationParts(entry, style)
      : [style.cyan(printable(entry.action)), `ignored ${entry.ignore_count} times`];
  return [style.dim(printable(entry.timestamp)), printable(entry.log_id), printable(entry.rule_id), ...parts].join("  ");
}

function violationParts({ handler, priority, context = {}, violation }: ViolationRecord, style: Style): readonly string[] {
  const { file, line, agent } = context;
  const place = typeof file === "string" ? `${file}${typeof line === "number" ? `:${line}` : ""}` : "";
  return [
    (isPolicyAction(handler) ? style[policyActionSpecs[handler].colour] : style.dim)(printable(handler)),
    priority,
    ...(place === "" ? [] : [printable(place)]),
    ...(typeof agent === "string" ? [printable(agent)] : []),
    printable(violation.message),
  ];
}
