import { createHash } from "node:crypto";

/** The mark of a process that reads the rules of a missing key. No sealed value begins with it. */
export const readingMark = "reading";

/** Adds a checksum of the key and the value. */
export function seal(key: string, value: string): string {
  return `${checksum(key, value)} ${value}`;
}

/** Returns the value that was sealed for a key. Undefined if it was damaged, or sealed for another key. */
export function unseal(key: string, sealed: string): string | undefined {
  const end = sealed.indexOf(" ");
  const value = sealed.slice(end + 1);
  return end > 0 && sealed.slice(0, end) === checksum(key, value) ? value : undefined;
}

function checksum(key: string, value: string): string {
  // The length separates the two texts.
  return createHash("sha256").update(`${key.length} ${key}${value}`).digest("base64url");
}
