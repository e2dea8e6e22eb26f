/** Copies a JSON value and freezes the copy with everything in it. */
export function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozenCopy(item))) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozenCopy(item)]))) as Value;
}

/** Freezes a value and everything in it, in place, and returns it. The value must not contain itself. */
export function deepFreeze<Value>(value: Value): Value {
  if (!isObject(value)) return value;
  // Lists of values or entries would take most of the time in a new process.
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (isObject(item)) deepFreeze(item);
  } else {
    for (const key in value) {
      const item = value[key];
      if (isObject(item)) deepFreeze(item);
    }
  }
  return Object.freeze(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
