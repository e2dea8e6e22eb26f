import { isRecord } from "../model/json.ts";

/** Deeper values are rejected: they would exhaust the stack of programs that read them. */
const maxDepth = 100;

/** Describes what JSON cannot express in a value (`NaN`, dates, `__proto__`, cycles), as the rest of a sentence. */
export function findJsonProblem(value: unknown): string | undefined {
  return findProblem(value, [], new Set(), new Set());
}

function findProblem(value: unknown, path: readonly string[], parents: Set<object>, valid: Set<object>): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  const where = path.length === 0 ? "" : `, but ${shownPath(path)}`;
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : `must be JSON${where || ", but it"} is ${value}`;
  }
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return `must be JSON${where || ", but it"} is ${value === undefined ? "undefined" : "no JSON value"}`;
  }
  if (parents.has(value)) return `must be JSON${where || ", but it"} contains itself`;
  if (valid.has(value)) return undefined;
  if (path.length >= maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
  parents.add(value);
  const problem = Array.isArray(value) ? findInItems(value, path, parents, valid) : findInFields(value, path, parents, valid);
  parents.delete(value);
  valid.add(value);
  return problem;
}

function findInItems(items: readonly unknown[], path: readonly string[], parents: Set<object>, valid: Set<object>) {
  for (let at = 0; at < items.length; at += 1) {
    const problem = findProblem(items[at], [...path, String(at)], parents, valid);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findInFields(
  fields: Readonly<Record<string, unknown>>,
  path: readonly string[],
  parents: Set<object>,
  valid: Set<object>,
) {
  for (const key of Object.keys(fields)) {
    if (key === "__proto__") return `must not contain the key ${shownPath([...path, key])}; rename it`;
    const problem = findProblem(fields[key], [...path, key], parents, valid);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether a value is an object without a class. Works for objects of other realms. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.prototype.toString.call(value) === "[object Object]";
}

/** The end of a long path, and at most 40 characters of each key. */
function shownPath(path: readonly string[]): string {
  const shown = path.slice(-5).map((key) => (key.length <= 40 ? key : `${key.slice(0, 40)}…`));
  return JSON.stringify((path.length > 5 ? "…." : "") + shown.join("."));
}
