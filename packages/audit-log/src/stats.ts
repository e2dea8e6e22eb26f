import type { LogEntry, ViolationRecord } from "./entry.ts";

/** The fields by which entries of the audit log are counted. */
export const statsGroups = ["policy", "action", "phase", "day", "agent"] as const;

/** A field by which entries of the audit log are counted. */
export type StatsGroup = (typeof statsGroups)[number];

/** How many entries have one value. */
export interface StatsRow {
  /** A policy id, an action, a phase, a day in UTC such as `2026-01-31`, or an agent. Null if the entries have none. */
  readonly value: string | null;
  readonly count: number;
}

/** The numbers of entries in each group. */
export interface AuditStats {
  /** The number of all entries. */
  readonly total: number;
  /** The rows of each group. Days are in their order, other values by their count, highest first. */
  readonly groups: Readonly<Record<StatsGroup, readonly StatsRow[]>>;
  /** The number of entries whose value has no row, because a group has more than {@link maxStatsRows} values. */
  readonly omitted: Readonly<Record<StatsGroup, number>>;
}

/** The maximum number of rows of a group. */
export const maxStatsRows = 100;

/** Counts the entries of the violation log by policy, action, phase, day and agent. */
export async function countEntries(entries: AsyncIterable<LogEntry<ViolationRecord>>): Promise<AuditStats> {
  const counts = Object.fromEntries(statsGroups.map((group) => [group, new Map()])) as Record<
    StatsGroup,
    Map<string | null, number>
  >;
  let total = 0;
  for await (const entry of entries) {
    total += 1;
    for (const group of statsGroups) {
      const value = valuesOf[group](entry);
      counts[group].set(value, (counts[group].get(value) ?? 0) + 1);
    }
  }
  const groups = Object.fromEntries(statsGroups.map((group) => [group, rowsOf(group, counts[group])])) as AuditStats["groups"];
  const omitted = Object.fromEntries(
    statsGroups.map((group) => [group, total - groups[group].reduce((sum, { count }) => sum + count, 0)]),
  ) as AuditStats["omitted"];
  return { total, groups, omitted };
}

const valuesOf: Readonly<Record<StatsGroup, (entry: LogEntry<ViolationRecord>) => string | null>> = {
  policy: ({ rule_id: id }) => id,
  action: ({ handler }) => handler,
  phase: ({ phase }) => phase,
  day: ({ timestamp }) => timestamp.slice(0, 10),
  agent: ({ context }) => (typeof context?.["agent"] === "string" ? context["agent"] : null),
};

function rowsOf(group: StatsGroup, counts: ReadonlyMap<string | null, number>): readonly StatsRow[] {
  const rows = [...counts].map(([value, count]) => ({ value, count }));
  // Retains the newest days, and the most frequent values of other groups.
  if (group === "day") return rows.toSorted(byValue).slice(-maxStatsRows);
  return rows.toSorted((left, right) => right.count - left.count || byValue(left, right)).slice(0, maxStatsRows);
}

function byValue({ value: left }: StatsRow, { value: right }: StatsRow): number {
  return left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1;
}
