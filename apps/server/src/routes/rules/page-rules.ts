import { comparePrecedence, compareText, isRecord, scopes, type PrecedenceKey, type Rule, withoutUndefined } from "@precept/core";
import { invalidFields } from "../../problems/invalid-input.ts";

/** The fields of a rule that decide its position in a list. */
type ListKey = PrecedenceKey & Pick<Rule, "name">;

/**
 * Selects a page of rules in the order of `Workspace.list`. Rules added or deleted between two pages do not affect
 * others. The cursor is null on the last page. @throws PreceptError `REQUEST_INVALID` for an invalid cursor.
 */
export function pageRules(
  rules: readonly Rule[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly rules: readonly Rule[]; readonly next: string | null } {
  const last = cursor === undefined ? undefined : readCursor(cursor);
  const found = last === undefined ? 0 : rules.findIndex((rule) => compareKeys(last, rule) < 0);
  const start = found < 0 ? rules.length : found;
  const page = rules.slice(start, start + limit);
  const end = page.at(-1);
  return { rules: page, next: end === undefined || start + limit >= rules.length ? null : writeCursor(end) };
}

function compareKeys(left: ListKey, right: ListKey): number {
  return compareText(left.name, right.name) || comparePrecedence(left, right);
}

function writeCursor({ name, id, scope, origin: { store, overlay, base, rootOrder } }: Rule): string {
  const key: ListKey = { name, id, scope, origin: { store, ...withoutUndefined({ overlay, base, rootOrder }) } };
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

function readCursor(cursor: string): ListKey {
  const key = parse(Buffer.from(cursor, "base64url").toString());
  if (isListKey(key)) return key;
  throw invalidFields({ pointer: "?cursor", detail: "is not a `next_cursor`; start with the first page" });
}

function isListKey(value: unknown): value is ListKey {
  if (!isRecord(value) || !isRecord(value["origin"])) return false;
  const { name, id, scope, origin } = value;
  const { store, base, rootOrder } = origin;
  return (
    [name, id, store].every((one) => typeof one === "string") &&
    scopes.some((one) => one === scope) &&
    (base === undefined || typeof base === "string") &&
    (rootOrder === undefined || typeof rootOrder === "number")
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
