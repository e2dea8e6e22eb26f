import {
  countEntries,
  statsGroups,
  toWireAuditReport,
  verifyLogsOf,
  type AuditLog,
  type AuditReport,
  type AuditStats,
  type EntryFilter,
  type LogEntry,
  type RecordLog,
  type RegistrationRecord,
  type SoftHookRecord,
  type StatsGroup,
  type ViolationRecord,
} from "@precept/audit-log";
import { maxOf, withoutUndefined } from "@precept/core";
import { isPolicyAction, policyActionSpecs } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, count, printJson, printable, styleFor, type Style } from "../../terminal/text.ts";

interface FilterOptions {
  readonly rule?: string;
  readonly handler?: string;
  readonly since?: Date;
  readonly session?: string;
}

function filterOf({ rule, handler, since, session }: FilterOptions): EntryFilter {
  return withoutUndefined({ ruleId: rule, handler, since, session });
}

export async function listEntries({ workspace, options }: Call<FilterOptions & LogOptions>): Promise<CommandResult> {
  const log = chooseLog(await workspace.policies.auditLog(), options);
  const entries: AnyEntry[] = [];
  for await (const entry of log.list(filterOf(options))) entries.push(entry);
  return {
    json: { entries },
    text: (style) => asLines(entries.length === 0 ? ["No entries."] : entries.map((entry) => viewEntry(entry, style))),
  };
}

interface TailOptions extends LogOptions {
  readonly lines: number;
  readonly follow?: boolean;
}

export async function tailEntries(call: Call<TailOptions>): Promise<CommandResult> {
  const { workspace, options } = call;
  const log = chooseLog(await workspace.policies.auditLog(), options);
  if (options.follow === true) return follow(call, log);
  const entries: readonly AnyEntry[] = await log.tail(options.lines);
  return {
    json: { entries },
    text: (style) => asLines(entries.map((entry) => viewEntry(entry, style))),
  };
}

async function follow(
  { options, terminal, settings }: Call<TailOptions>,
  log: ReturnType<typeof chooseLog>,
): Promise<CommandResult> {
  const style = styleFor(terminal);
  const print = (entry: AnyEntry): void => terminal.out(`${settings.json ? printJson(entry) : viewEntry(entry, style)}\n`);
  const stop = new AbortController();
  // Subscribes before reading, so that no entry is missed. An entry that is read twice is printed once.
  const coming = await log.follow({ signal: stop.signal });
  const last: readonly AnyEntry[] = await log.tail(options.lines);
  const shown = new Set(last.map(({ log_id: id }) => id));
  for (const entry of last) print(entry);
  const printing = (async () => {
    for await (const entry of coming) if (!shown.delete(entry.log_id)) print(entry);
  })();
  await terminal.interrupted();
  stop.abort();
  await printing;
  return { json: { ended: true }, text: () => "" };
}

const barLength = 20;

const maxValue = 40;

export async function countAuditEntries({ workspace, options }: Call<FilterOptions>): Promise<CommandResult> {
  const stats = await countEntries((await workspace.policies.auditLog()).violations.list(filterOf(options)));
  const { total } = stats;
  return {
    json: stats,
    text: (style) =>
      total === 0
        ? "No entries.\n"
        : asLines([count(total, "entry", "entries"), ...statsGroups.flatMap((group) => viewGroup(group, stats, style))]),
  };
}

function viewGroup(group: StatsGroup, { groups, omitted }: AuditStats, style: Style): readonly string[] {
  const rows = groups[group].map((row) => ({ ...row, label: printable((row.value ?? "(none)").slice(0, maxValue)) }));
  const width = maxOf(rows.map(({ label }) => label.length));
  const maxCount = maxOf(rows.map((row) => row.count));
  const digits = String(maxCount).length;
  return [
    "",
    style.dim(`by ${group}`),
    ...rows.map((row) => {
      const bar = "█".repeat(Math.max(1, Math.round((row.count / maxCount) * barLength)));
      return `${row.label.padEnd(width)}  ${String(row.count).padStart(digits)}  ${style.cyan(bar)}`;
    }),
    ...(omitted[group] > 0 ? [style.dim(`${omitted[group]} entries with other values`)] : []),
  ];
}

export async function verifyLogs({ workspace, options }: Call<{ readonly trusted?: string }>): Promise<CommandResult> {
  const { trusted } = options;
  const log = await workspace.policies.auditLog();
  const { isIntact, reports } = await verifyLogsOf(log, trusted === undefined ? {} : { trusted });
  return {
    code: isIntact ? "ok" : "findings",
    json: { intact: isIntact, logs: reports.map(toWireAuditReport) },
    text: (style) => (reports.length === 0 ? "No audit log yet.\n" : reports.map((report) => viewReport(report, style)).join("")),
  };
}

function viewReport({ file, isIntact, entries, last, diagnostics, omitted }: AuditReport, style: Style): string {
  return asLines([
    `${isIntact ? style.green("intact") : style.red("modified")}  ${printable(file)}  ${count(entries, "entry", "entries")}`,
    ...(last === undefined ? [] : [style.dim(`    last ${printable(last.logId)}  ${last.hash}`)]),
    ...viewDiagnostics(diagnostics, style),
    ...(omitted > 0 ? [`and ${count(omitted, "more problem")}`] : []),
  ]);
}

type AnyRecord = ViolationRecord | SoftHookRecord | RegistrationRecord;

type AnyEntry = LogEntry<ViolationRecord> | LogEntry<SoftHookRecord> | LogEntry<RegistrationRecord>;

interface LogOptions {
  readonly softHooks?: boolean;
  readonly registrations?: boolean;
}

function chooseLog(
  { violations, softHooks, registrations }: AuditLog,
  options: LogOptions,
): RecordLog<ViolationRecord> | RecordLog<SoftHookRecord> | RecordLog<RegistrationRecord> {
  if (options.registrations === true) return registrations;
  return options.softHooks === true ? softHooks : violations;
}

function viewEntry(entry: AnyEntry, style: Style): string {
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
