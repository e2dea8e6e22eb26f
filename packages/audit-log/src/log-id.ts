const form = /-(\d{8})-(\d{3,15})$/;

/** The day, as `YYYYMMDD`, and the number of an entry; undefined where it is no id. */
export function readLogId(logId: string): { readonly day: string; readonly number: number } | undefined {
  const [, day, number] = form.exec(logId) ?? [];
  return day === undefined ? undefined : { day, number: Number(number) };
}

/**
 * The id after another one. Where the clock went back over midnight it stays with the day that it was: an id is given once, and ids ascend.
 */
export function nextLogId(prefix: string, last: string | undefined, timestamp: string): string {
  const today = timestamp.slice(0, 10).replaceAll("-", "");
  const before = readLogId(last ?? "");
  const goesOn = before !== undefined && before.day >= today;
  const number = goesOn ? before.number + 1 : 1;
  return `${prefix}-${goesOn ? before.day : today}-${String(number).padStart(3, "0")}`;
}
