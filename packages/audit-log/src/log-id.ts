const idPattern = /-(\d{8})-(\d{3,15})$/;

/** Parses the id of an entry into its day (`YYYYMMDD`) and number; undefined if it is not an id. */
export function readLogId(logId: string): { readonly day: string; readonly number: number } | undefined {
  const [, day, number] = idPattern.exec(logId) ?? [];
  return day === undefined ? undefined : { day, number: Number(number) };
}

/** Returns the next id. Ids are unique and ascend, so the day does not change if the clock goes back past midnight. */
export function nextLogId(prefix: string, last: string | undefined, timestamp: string): string {
  const today = timestamp.slice(0, 10).replaceAll("-", "");
  const before = readLogId(last ?? "");
  const continuesDay = before !== undefined && before.day >= today;
  const number = continuesDay ? before.number + 1 : 1;
  return `${prefix}-${continuesDay ? before.day : today}-${String(number).padStart(3, "0")}`;
}
