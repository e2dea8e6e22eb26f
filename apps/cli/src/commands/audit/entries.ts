import type { AuditLog, LogEntry, RecordLog, RegistrationRecord, SoftHookRecord, ViolationRecord } from "@precept/audit-log";
import { isPolicyAction, policyActionSpecs } from "@precept/governance";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";

type AnyRecord = ViolationRecord | SoftHookRecord | RegistrationRecord;

/** An entry of any of the logs. */
export type AnyEntry = LogEntry<ViolationRecord> | LogEntry<SoftHookRecord> | LogEntry<RegistrationRecord>;

export interface LogOptions {
  readonly softHooks?: boolean;
  readonly registrations?: boolean;
}

/** Chooses the log that the options name. */
export function chooseLog(
  { violations, softHooks, registrations }: AuditLog,
  options: LogOptions,
): RecordLog<ViolationRecord> | RecordLog<SoftHookRecord> | RecordLog<RegistrationRecord> {
  if (options.registrations === true) return registrations;
  return options.softHooks === true ? softHooks : violations;
}

/** Prints an entry on one line. */
export function viewEntry(entry: AnyEntry, style: Style): string {
  const id = entry.rule_id ?? "(no policy)";
  return [style.dim(printable(entry.timestamp)), printable(entry.log_id), printable(id), ...partsOf(entry, style)].join("  ");
}

function partsOf(record: AnyRecord, style: Style): readonly string[] {
  if ("violation" in record) return violationParts(record, style);
  if ("accepted" in record) return registrationParts(record, style);
  return [style.cyan(printable(record.action)), `ignored ${count(record.ignore_count, "time")}`];
}

function registrationParts({ accepted, version, reason, registrant }: RegistrationRecord, style: Style): readonly string[] {
  const { name, agent, session } = registrant;
  const who = [name, agent, session].filter((one) => typeof one === "string").map(printable);
  return [
    accepted ? style.yellow("REGISTERED") : style.red("REFUSED"),
    ...(version === null ? [] : [printable(version)]),
    ...(who.length === 0 ? [] : [`by ${who.join(", ")}`]),
    ...(reason === null ? [] : [printable(reason)]),
  ];
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
