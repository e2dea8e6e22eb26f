import type { AuditLog, LogEntry, RecordLog, SoftHookRecord, ViolationRecord } from "@precept/audit-log";
import { isPolicyAction, policyActionSpecs } from "@precept/governance";
import type { SharedOptions } from "../../options.ts";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";

/** An entry of the violation log or the soft-hook log. */
export type AnyEntry = LogEntry<ViolationRecord> | LogEntry<SoftHookRecord>;

export interface LogOptions extends SharedOptions {
  readonly softHooks?: boolean;
}

/** Chooses the log that the options name. */
export function chooseLog(
  log: AuditLog,
  { softHooks = false }: LogOptions,
): RecordLog<ViolationRecord> | RecordLog<SoftHookRecord> {
  return softHooks ? log.softHooks : log.violations;
}

/** Prints an entry on one line. */
export function viewEntry(entry: AnyEntry, style: Style): string {
  const parts =
    "violation" in entry
      ? violationParts(entry, style)
      : [style.cyan(printable(entry.action)), `ignored ${count(entry.ignore_count, "time")}`];
  return [style.dim(printable(entry.timestamp)), printable(entry.log_id), printable(entry.rule_id), ...parts].join("  ");
}

function violationParts({ handler, priority, context = {}, violation }: ViolationRecord, style: Style): readonly string[] {
  const { file, line, agent } = context;
  const location = typeof file === "string" ? `${file}${typeof line === "number" ? `:${line}` : ""}` : "";
  return [
    (isPolicyAction(handler) ? style[policyActionSpecs[handler].colour] : style.dim)(printable(handler)),
    priority,
    ...(location === "" ? [] : [printable(location)]),
    ...(typeof agent === "string" ? [printable(agent)] : []),
    printable(violation.message),
  ];
}
