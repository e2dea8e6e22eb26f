import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import {
  describeUnread,
  locateTarget,
  messageOf,
  readFileIn,
  sha256,
  type FileIdentity,
  type FileNumbers,
  type Root,
} from "@precept/files";
import { maxFileBytes } from "./limits.ts";

/** The text of a context file, or why there is none. Reasons are the ends of sentences. */
export type OpenedText =
  | { readonly kind: "text"; readonly text: string; readonly sha256: string; readonly numbers: FileNumbers }
  | { readonly kind: "missing" }
  /** The path leads out of the directory, or to the memory in a shared session. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unreadable"; readonly reason: string };

export interface OpenTextOptions {
  /** Identifies a file that must not be read under any name. Called before and after reading. */
  readonly identifyForbidden?: (() => FileIdentity) | undefined;
  /** Whether the target of a link, by its absolute path, is private, such as a file with credentials. */
  readonly isPrivate: (path: string) => Promise<boolean>;
}

/** Reads a context file, as UTF-8 without a byte order mark. */
export async function openText(root: Root, path: string, { identifyForbidden, isPrivate }: OpenTextOptions): Promise<OpenedText> {
  const before = identifyForbidden?.();
  let real: string;
  try {
    real = locateTarget(root, path);
  } catch (error) {
    if (PreceptError.is(error, "PATH_REFUSED")) return { kind: "refused", reason: error.details.reason };
    // A broken link exists, but its target does not.
    return { kind: "unreadable", reason: messageOf(error) };
  }
  // Links are already resolved, so a file that was replaced with a link is refused.
  const content = await readFileIn(root, real, { maxBytes: maxFileBytes, links: "none" });
  if (content.kind === "missing") return { kind: "missing" };
  if (content.kind === "refused") return { kind: "refused", reason: content.error.details.reason };
  if (content.kind !== "bytes") return { kind: "unreadable", reason: describeUnread(content) };
  const { bytes, dev, ino } = content;
  const numbers = { dev, ino };
  if (before?.is(real, numbers) === true || identifyForbidden?.().is(real, numbers) === true)
    return { kind: "refused", reason: "shared sessions do not load the file that it leads to" };
  if (real !== join(root.real, path) && (await isPrivate(real)))
    return { kind: "refused", reason: "it is a link to a file with credentials, or to one that git ignores" };
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: "unreadable", reason: "it is not UTF-8 text" };
  return { kind: "text", text: bytes.toString("utf8").replace(/^\uFEFF/, ""), sha256: sha256(bytes), numbers };
}
