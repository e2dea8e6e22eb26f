/** A part of a JSON value that the server does not accept. */
export interface UnsafePart {
  /** A JSON Pointer. */
  readonly pointer: string;
  readonly detail: string;
}

/** Finds parts deeper than `maxDepth` (could overflow the stack) or named `__proto__` (would set a prototype). */
export function findUnsafePart(value: unknown, maxDepth: number): UnsafePart | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (maxDepth === 0) return { pointer: "", detail: "is nested too deeply" };
  // The recursion ends at the limit.
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      const found = findUnsafePart(item, maxDepth - 1);
      if (found !== undefined) return below(String(at), found);
    }
    return undefined;
  }
  for (const [name, item] of Object.entries(value)) {
    if (name === "__proto__") return { pointer: "/__proto__", detail: "is not a valid name of a field" };
    const found = findUnsafePart(item, maxDepth - 1);
    if (found !== undefined) return below(name, found);
  }
  return undefined;
}

function below(segment: string, { pointer, detail }: UnsafePart): UnsafePart {
  return { pointer: `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`, detail };
}
