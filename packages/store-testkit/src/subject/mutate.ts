/** Changes every mutable part of a value. */
export function mutate(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    mutate(part);
    // Fails for frozen objects, which are safe.
    Reflect.set(value, key, typeof part === "number" ? part + 1 : "changed");
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push("added");
}
