import { createHash } from "node:crypto";

/** Returns 22 characters that change with a JSON value. A cursor carries them, so that it is refused once what it continues has changed. */
export function fingerprintOf(value: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
