/** Whether a value is an object with string keys: neither `null` nor an array. A `Json` value narrows to its object type. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
