/** What a ratio has to be. `faster`: the opponent takes at least this many times as long. `times`: ours is at most this many times theirs. */
interface Hold {
  readonly kind: "faster" | "times";
  readonly limit: number;
}

/** One line of the table. */
export interface Row {
  readonly bench: string;
  readonly what: string;
  readonly ours: string;
  readonly opponent: string;
  /** What ours is compared with. */
  readonly against: string;
  /** Ours to the opponent's, in time or bytes. Absent where the bench was skipped. */
  readonly ratio?: number;
  /** Absent on rows that only explain another one. */
  readonly hold?: Hold;
  /** Why there is no measurement. */
  readonly skipped?: string;
}

/** Undefined where there is nothing to hold. */
export function isHeld({ ratio, hold }: Row): boolean | undefined {
  if (ratio === undefined || hold === undefined) return undefined;
  return hold.kind === "faster" ? 1 / ratio >= hold.limit : ratio <= hold.limit;
}

export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    row.skipped === undefined
      ? [row.what, row.ours, `${row.opponent} (${row.against})`, formatRatio(row), formatHold(row)]
      : [row.what, `skipped: ${row.skipped}`, "", "", ""],
  );
  const table = [["what", "ours", "opponent", "ratio", "hold"], ...cells];
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

export function formatBytes(bytes: number): string {
  return `${(bytes / 1e6).toPrecision(3)} MB`;
}

function formatRatio({ ratio, hold }: Row): string {
  if (ratio === undefined) return "";
  return hold?.kind === "times" || ratio >= 1 ? `${ratio.toPrecision(3)}×` : `${short(1 / ratio)}× faster`;
}

function formatHold(row: Row): string {
  if (row.hold === undefined) return "";
  const { kind, limit } = row.hold;
  const mark = isHeld(row) === true ? "✓" : "✗";
  return `${mark} ${kind === "faster" ? `≥ ${limit}× faster` : `≤ ${limit}×`}`;
}

function short(factor: number): string {
  return factor >= 100 ? String(Math.round(factor)) : factor.toPrecision(3);
}
