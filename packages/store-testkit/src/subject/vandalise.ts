/** Changes every part of a value that lets itself be changed, as a careless caller might. */
export function vandalise(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    vandalise(part);
    // Frozen objects refuse, which is as good as a copy.
    Reflect.set(value, key, typeof part === "number" ? part + 1 : "changed");
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push("added");
}
