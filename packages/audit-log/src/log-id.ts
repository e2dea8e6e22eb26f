const form = /-(\d{8})-(\d{3,15})$/;

/** Parses the id of an entry into its day (`YYYYMMDD`) and number; undefined if it is not an id. */
export function readLogId(logId: string): { readonly day: string; readonly number: number } | undefined {
  const [, day, number] = form.exec(logId) ?? [];
  return day === undefined ? undefined : { day, number: Number(number) };
}

/**
 * Returns the id that follows another one. Ids are unique and ascend: if the clock went back past midnight, the day does not change.
 */
export function nextLogId(prefix: string, last: string | undefined, timestamp: string): string {
  const today = timestamp.slice(0, 10).replaceAll("-", "");
  const before = readLogId(last ?? "");
  const isSameDay = before !== undefined && before.day >= today;
  const number = isSameDay ? before.number + 1 : 1;
  return `${prefix}-${isSameDay ? before.day : today}-${String(number).padStart(3, "0")}`;
}
