import * as z from "zod/mini";
import { InvalidArgumentsError } from "../invalid-arguments.ts";
import { createHash } from "node:crypto";

/** The maximum length of a cursor that is read, in UTF-16 code units. Ours are shorter. */
const maxLength = 20_000;

/** Makes a cursor, which clients send back unread. @param kind the list that it continues. */
export function encodeCursor(kind: string, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([kind, ...position])).toString("base64url");
}

/** Reads a cursor of {@link encodeCursor}. @throws InvalidArgumentsError */
export function decodeCursor<Position extends z.ZodMiniType>(
  kind: string,
  cursor: string,
  position: Position,
): z.infer<Position> {
  const decoded = readJson(cursor);
  const [given, ...rest] = Array.isArray(decoded) ? (decoded as unknown[]) : [];
  const read = z.safeParse(position, rest);
  if (given === kind && read.success && encodeCursor(kind, read.data as (string | number)[]) === cursor) return read.data;
  throw new InvalidArgumentsError("The cursor is not one of this list. Omit `cursor` to begin with the first page.");
}

/** Returns undefined for a text that is no cursor. */
function readJson(cursor: string): unknown {
  if (cursor.length > maxLength) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Returns 22 characters that change with a JSON value. With them, a cursor is refused when its list has changed. */
export function fingerprintOf(value: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
