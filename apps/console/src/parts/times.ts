const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** A time in the time zone of the browser: `28 Nov 2026, 09:14:03`. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : format.format(time);
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** The time of day. */
export function formatClock(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : clock.format(time);
}
