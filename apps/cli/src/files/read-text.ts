import { dirname, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { fileFailureOf, kindAt, kindIn, readFileInSync, rootFor, type Root } from "@precept/files";

/** Why a file is not checked. `not fetched`: a partial clone does not have its contents. */
export type LeftOutReason = "binary" | "too large" | "no file" | "gone" | "unreadable" | "not fetched";

export type ReadText =
  | { readonly text: string; readonly leftOut?: undefined }
  | { readonly text?: undefined; readonly leftOut: LeftOutReason; readonly error?: unknown };

/** The maximum size of a file to check, in bytes. */
export const maxTextBytes = 1_048_576;

/** The number of bytes that are searched for a NUL byte, which makes a file binary. The same as in git. */
const sniffedBytes = 8000;

/**
 * Reads a text file. Does not follow links.
 *
 * @param path absolute, or relative to the project.
 * @param maxBytes the maximum size. Default: 1 MiB.
 */
export function readText(project: Root, path: string, maxBytes: number = maxTextBytes): ReadText {
  const file = resolve(project.dir, path);
  const root = rootFor(project, dirname(file));
  if (kindIn(root, file, "entry") === "link") return { leftOut: "no file" };
  const content = readFileInSync(root, file, { maxBytes });
  switch (content.kind) {
    case "bytes":
      return textIn(content.bytes, maxBytes);
    case "missing":
      return { leftOut: "gone" };
    case "tooLarge":
      return { leftOut: "too large" };
    case "notRegular":
    case "refused":
      return { leftOut: "no file" };
    case "unreadable":
      return { leftOut: "unreadable", error: content.error };
  }
}

/** The error for a file that cannot be read as a text. @param name the path as it was typed. */
export function explainLeftOut(
  name: string,
  { leftOut, error }: Exclude<ReadText, { readonly text: string }>,
  maxBytes: number = maxTextBytes,
): PreceptError {
  switch (leftOut) {
    case "binary":
      return new PreceptError("NOT_A_TEXT_FILE", { path: name });
    case "too large":
      return new PreceptError("FILE_TOO_LARGE", { path: name, maxBytes });
    case "no file":
      return new PreceptError("NOT_A_FILE", { path: name });
    case "gone":
    case "not fetched":
      return new PreceptError("PATH_NOT_FOUND", { path: name, expected: "file" });
    case "unreadable":
      return fileFailureOf("read", name, error);
  }
}

/** Decodes a file, unless it is too large or binary. */
export function textIn(bytes: Buffer, maxBytes: number = maxTextBytes): ReadText {
  if (bytes.length > maxBytes) return { leftOut: "too large" };
  return bytes.subarray(0, sniffedBytes).includes(0) ? { leftOut: "binary" } : { text: bytes.toString("utf8") };
}

/** @throws PreceptError `PATH_NOT_FOUND` */
export function isDirectory(path: string): boolean {
  const kind = kindAt(path);
  if (kind !== undefined) return kind === "directory";
  throw new PreceptError("PATH_NOT_FOUND", { path, expected: "file or directory" });
}
