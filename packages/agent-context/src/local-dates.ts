import { PreceptError } from "@precept/core";

/** Today and yesterday in a time zone, as `YYYY-MM-DD`. */
export interface LocalDates {
  readonly today: string;
  /** The last date before today that existed in the time zone: a zone that crossed the date line has skipped one. */
  readonly yesterday: string;
}

export interface LocalDateOptions {
  /** The moment. Default: now. */
  readonly now?: Date;
  /** An IANA time zone, such as `Europe/Berlin`. Default: the system's. */
  readonly timeZone?: string | undefined;
}

const hour = 3_600_000;

/** Longer than any local day, in hours: 24, plus 1 when summer time ends, plus up to 24 if a date is repeated. */
const maxHours = 72;

/**
 * Returns the dates of today and yesterday in a time zone.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for an unknown time zone or an invalid date.
 * @example
 * ```ts
 * import { localDates } from "@precept/agent-context";
 *
 * const { today, yesterday } = localDates({ now: new Date("2026-02-15T23:30:00Z"), timeZone: "Asia/Shanghai" });
 * console.log(today, yesterday); // 2026-02-16 2026-02-15
 * ```
 */
export function localDates({ now = new Date(), timeZone }: LocalDateOptions = {}): LocalDates {
  const format = createFormat(timeZone);
  if (Number.isNaN(now.getTime())) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "now", value: String(now), expected: "a valid date" });
  }
  const today = dateAt(format, now);
  for (let hours = 1; hours <= maxHours; hours += 1) {
    const date = dateAt(format, new Date(now.getTime() - hours * hour));
    // A clock that is set back across midnight repeats a part of the previous day.
    if (date < today) return { today, yesterday: date };
  }
  throw new Error(`No date before ${today} within ${maxHours} hours`);
}

/** The path of a daily note, relative to the directory of the context. @param date `YYYY-MM-DD`. */
export function dailyNotePath(date: string): string {
  return `memory/${date}.md`;
}

/** Returns the time zone of the system. */
export function systemTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function createFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      ...(timeZone !== undefined && { timeZone }),
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch {
    const expected = "an IANA time zone, such as Europe/Berlin";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "timeZone", value: timeZone ?? "", expected });
  }
}

function dateAt(format: Intl.DateTimeFormat, moment: Date): string {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${(parts.get("year") ?? "").padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
}
