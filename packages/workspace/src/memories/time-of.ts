/** A time in ISO 8601. Exports have ISO 8601, or seconds since 1970. Undefined for another value. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const time = new Date(typeof value === "number" ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
