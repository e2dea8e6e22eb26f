import { lstat, readFile } from "node:fs/promises";

/** Why a file is not looked at. */
export type LeftOutReason = "binary" | "too large" | "no file" | "gone" | "unreadable";

/** The text of a file, or why there is none. */
export type ReadText =
  | { readonly text: string; readonly leftOut?: undefined }
  | { readonly text?: undefined; readonly leftOut: LeftOutReason };

/** In bytes. What is longer was not written by people. */
const longestText = 1_048_576;

/** How much of a file is looked at for what no text has, in bytes; as much as git looks at. */
const glance = 8000;

/** Reads a file, if it is a text of a length that somebody may have written. A link is not followed. */
export async function readText(path: string): Promise<ReadText> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) return { leftOut: "no file" };
    return found.size > longestText ? { leftOut: "too large" } : textIn(await readFile(path));
  } catch (error) {
    return { leftOut: (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : "unreadable" };
  }
}

/** The text in these bytes, if they are one. */
export function textIn(bytes: Buffer): ReadText {
  if (bytes.length > longestText) return { leftOut: "too large" };
  return bytes.subarray(0, glance).includes(0) ? { leftOut: "binary" } : { text: bytes.toString("utf8") };
}
