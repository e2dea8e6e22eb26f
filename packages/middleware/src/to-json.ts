import type { Json } from "@precept/core";

/** The maximum nesting depth, more than the arguments and results of any tool need. */
const maxDepth = 500;

/**
 * Converts any value to JSON data, so that policies can read its texts. Binary data, functions and symbols become null;
 * maps and sets become lists; a value that contains itself is converted once.
 *
 * @throws RangeError if the value is nested more than 500 levels deep, since a policy could miss a text in it.
 */
export function toJson(value: unknown): Json {
  return convert(value, new Set());
}

function convert(value: unknown, ancestors: Set<object>): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return null;
  if (ancestors.has(value)) return null;
  if (ancestors.size >= maxDepth) throw new RangeError(`The value is nested more than ${maxDepth} levels deep.`);
  ancestors.add(value);
  try {
    return convertObject(value, (item) => convert(item, ancestors));
  } finally {
    ancestors.delete(value);
  }
}

function convertObject(value: object, convertItem: (item: unknown) => Json): Json {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return Array.from(value, convertItem);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convertItem(item)]));
}

/**
 * Reads the arguments of a tool call in a conversation: an object, or its JSON text as the model wrote it. Null if the
 * text is not JSON, or if the value is nested too deeply.
 */
export function readToolArguments(value: unknown): Json {
  try {
    return toJson(typeof value === "string" ? JSON.parse(value) : value);
  } catch {
    return null;
  }
}
