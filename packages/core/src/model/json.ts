/** Whether a value is an object with string keys: no `null` and no array. Narrows a `Json` value to its object type. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Copies a JSON value and freezes the copy with everything in it. */
export function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozenCopy(item))) as Value;
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  // Faster than a list of entries, which a batch of rules would have one of for each object.
  for (const key of Object.keys(value)) {
    const item = frozenCopy((value as Record<string, unknown>)[key]);
    // An assignment would set the prototype.
    if (key === "__proto__")
      Object.defineProperty(copy, key, { value: item, enumerable: true, writable: true, configurable: true });
    else copy[key] = item;
  }
  return Object.freeze(copy) as Value;
}

/** Freezes a value and everything in it, in place, and returns it. The value must not contain itself. */
export function deepFreeze<Value>(value: Value): Value {
  if (!isObject(value)) return value;
  // Lists of values or entries, and iterators, would take most of the time in a new process.
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (let at = 0; at < items.length; at += 1) if (isObject(items[at])) deepFreeze(items[at]);
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

/** An object type without values that are undefined: such fields are optional. */
export type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & { [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined> };

/** Copies an object without the fields whose values are undefined. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const defined: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(fields) as [string, unknown][]) if (value !== undefined) defined[key] = value;
  return defined as Defined<Fields>;
}
