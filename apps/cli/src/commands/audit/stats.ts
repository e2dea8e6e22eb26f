import { withoutUndefined } from "@precept/core";
import { countEntries, statsGroups, type AuditStats, type EntryFilter, type StatsGroup } from "@precept/audit-log";
import type { Call, CommandResult } from "../../define.ts";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";

export interface StatsOptions {
  readonly rule?: string;
  readonly handler?: string;
  readonly since?: Date;
  readonly session?: string;
}

/** The length of the longest bar, in characters. */
const barLength = 20;

/** The maximum length of a value in a row, in characters. */
const maxValue = 40;

export async function countAuditEntries({ workspace, options }: Call<StatsOptions>): Promise<CommandResult> {
  const { rule, handler, since, session } = options;
  const filter: EntryFilter = withoutUndefined({ ruleId: rule, handler, since, session });
  const stats = await countEntries((await workspace.policies.auditLog()).violations.list(filter));
  return { json: stats, text: (style) => viewStats(stats, style) };
}

function viewStats(stats: AuditStats, style: Style): string {
  if (stats.total === 0) return "No entries.\n";
  return `${[count(stats.total, "entry", "entries"), ...statsGroups.flatMap((group) => viewGroup(group, stats, style))].join("\n")}\n`;
}

function viewGroup(group: StatsGroup, { groups, omitted }: AuditStats, style: Style): readonly string[] {
  const rows = groups[group].map((row) => ({ ...row, label: printable((row.value ?? "(none)").slice(0, maxValue)) }));
  const width = Math.max(...rows.map(({ label }) => label.length));
  const maxCount = Math.max(...rows.map((row) => row.count));
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
