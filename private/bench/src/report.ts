/**
 * A limit. `faster`: the baseline takes at least `limit` times as long. `times`: Precept takes at most `limit` times as much. `p95`: 95 of 100 calls take
 * at most `limit` milliseconds. `share`: the share is at least `limit`.
 */
interface Goal {
  readonly kind: "faster" | "times" | "p95" | "share";
  readonly limit: number;
}

/** One line of the table. */
export interface Row {
  readonly bench: string;
  readonly what: string;
  readonly precept: string;
  readonly baseline: string;
  /** The name of the baseline. */
  readonly against: string;
  /** Precept to baseline, in time or bytes. Absent if the bench was skipped. */
  readonly ratio?: number;
  /** The 95th percentile in milliseconds, of rows with the goal `p95`. */
  readonly p95?: number;
  /** A share that Precept reaches, from 0 to 1. Absent on rows that measure something else. */
  readonly share?: number;
  /** Absent on rows that only explain another row. */
  readonly goal?: Goal;
  /** Why there is no measurement. */
  readonly skipped?: string;
}

/** Returns undefined if the row has no goal, or nothing to compare with it. */
export function meetsGoal({ ratio, share, goal, p95 }: Row): boolean | undefined {
  if (goal?.kind === "p95") return p95 === undefined ? undefined : p95 <= goal.limit;
  if (goal?.kind === "share") return share === undefined ? undefined : share >= goal.limit;
  if (ratio === undefined || goal === undefined) return undefined;
  return goal.kind === "faster" ? 1 / ratio >= goal.limit : ratio <= goal.limit;
}

export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    row.skipped === undefined
      ? [row.what, row.precept, `${row.baseline} (${row.against})`, formatRatio(row), formatGoal(row)]
      : [row.what, `skipped: ${row.skipped}`, "", "", ""],
  );
  const table = [["what", "Precept", "baseline", "ratio", "goal"], ...cells];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [head = [], ...body] = table;
  return [format(head), widths.map((width) => "─".repeat(width)).join("  "), ...body.map(format)].join("\n");
}

export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toPrecision(3)} s`;
  if (milliseconds >= 1) return `${milliseconds.toPrecision(3)} ms`;
  return `${(milliseconds * 1000).toPrecision(3)} µs`;
}

/** Formats an integer as English does: `10,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Formats a share from 0 to 1: `97.3 %`. */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function formatBytes(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toPrecision(3)} MB` : `${(bytes / 1e3).toPrecision(3)} kB`;
}

function formatRatio({ ratio, goal }: Row): string {
  if (ratio === undefined) return "";
  return goal?.kind === "times" || ratio >= 1 ? `${ratio.toPrecision(3)}×` : `${short(1 / ratio)}× faster`;
}

function formatGoal(row: Row): string {
  if (row.goal === undefined) return "";
  const { kind, limit } = row.goal;
  const mark = meetsGoal(row) === true ? "✓" : "✗";
  if (kind === "p95") return `${mark} p95 ≤ ${limit} ms`;
  if (kind === "share") return `${mark} ≥ ${formatShare(limit)}`;
  return `${mark} ${kind === "faster" ? `≥ ${limit}× faster` : `≤ ${limit}×`}`;
}

function short(factor: number): string {
  return factor >= 100 ? String(Math.round(factor)) : factor.toPrecision(3);
}
