import { lstat, readFile } from "node:fs/promises";

/** Why a file is not checked. `not fetched`: a partial clone does not have its contents. */
export type LeftOutReason = "binary" | "too large" | "no file" | "gone" | "unreadable" | "not fetched";

/** The text of a file, or why there is none. */
export type ReadText =
  | { readonly text: string; readonly leftOut?: undefined }
  | { readonly text?: undefined; readonly leftOut: LeftOutReason };

/** The length of the longest text that is checked, in bytes. */
export const maxTextBytes = 1_048_576;

/** How much of a file is looked at for what no text has, in bytes; as much as git looks at. */
const glance = 8000;

/** Reads a file, if it is a text of a length that somebody may have written. A link is not followed. */
export async function readText(path: string): Promise<ReadText> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) return { leftOut: "no file" };
    return found.size > maxTextBytes ? { leftOut: "too large" } : textIn(await readFile(path));
  } catch (error) {
    return { leftOut: (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : "unreadable" };
  }
}

/** The text in these bytes, if they are one. */
export function textIn(bytes: Buffer): ReadText {
  if (bytes.length > maxTextBytes) return { leftOut: "too large" };
  return bytes.subarray(0, glance).includes(0) ? { leftOut: "binary" } : { text: bytes.toString("utf8") };
}
