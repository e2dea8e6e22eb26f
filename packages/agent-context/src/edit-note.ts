import { isUtf8 } from "node:buffer";
import { PreceptError } from "@precept/core";
import {
  createFile,
  fileFailureOf,
  locateTarget,
  readFileIn,
  replaceFile,
  statusIn,
  withLock,
  type FileContent,
  type Root,
} from "@precept/files";
import { maxFileBytes } from "./limits.ts";

export interface NoteEdit<Result> {
  readonly root: Root;
  readonly path: string;
  /** Whether only the user can read a created file. */
  readonly isPrivate: boolean;
  /** Throws if the file at this real path must not be written. */
  readonly check?: (target: string) => void;
  /** Returns the new text. @param text undefined if the file does not exist. */
  readonly edit: (text: string | undefined, modifiedAt: Date) => { readonly text: string; readonly result: Result };
}

/**
 * Edits a Markdown file while its lock is held, so that edits of several processes follow each other. The file is
 * replaced atomically: at any time it has either the old or the new text.
 *
 * @throws PreceptError `PATH_REFUSED`, also for a file with several hard links; `NOT_A_TEXT_FILE`, `NOT_A_FILE`,
 *   `FILE_TOO_LARGE`, or `FILE_SYSTEM_FAILED`.
 */
export async function editNote<Result>({ root, path, isPrivate, check, edit }: NoteEdit<Result>): Promise<Result> {
  try {
    const target = locateTarget(root, path);
    return await withLock(root, target, "agent-context", async (lock) => {
      check?.(target);
      const content = await readFileIn(root, target, { maxBytes: maxFileBytes, links: "none" });
      const before = textOf(content, path);
      if (before !== undefined) refuseHardLinks(root, path, target);
      const modifiedAt = content.kind === "bytes" ? new Date(content.modified) : new Date(0);
      const { text, result } = edit(before, modifiedAt);
      if (text === before) return result;
      const options = { links: "none", beforeRename: lock.assertHeld } as const;
      if (before !== undefined) await replaceFile(root, target, text, options);
      else if (!(await createFile(root, target, text, { ...options, isPrivate })))
        throw new PreceptError("FILE_SYSTEM_FAILED", { action: "create", path, reason: "another program has just created it" });
      return result;
    });
  } catch (error) {
    throw fileFailureOf("write", path, error);
  }
}

/** A file's text, with its byte order mark; undefined if it is missing. @throws PreceptError if it has no text. */
export function textOf(content: FileContent, path: string): string | undefined {
  switch (content.kind) {
    case "missing":
      return undefined;
    case "refused":
      throw content.error;
    case "unreadable":
      throw fileFailureOf("read", path, content.error);
    case "notRegular":
      throw new PreceptError("NOT_A_FILE", { path });
    case "tooLarge":
      throw new PreceptError("FILE_TOO_LARGE", { path, maxBytes: maxFileBytes });
    case "bytes": {
      const { bytes } = content;
      if (!isUtf8(bytes) || bytes.includes(0)) throw new PreceptError("NOT_A_TEXT_FILE", { path });
      // `ignoreBOM` preserves the byte order mark.
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    }
  }
}

/** Replacing a file breaks its hard links: other names would have the old text, and no longer identify this file. */
function refuseHardLinks(root: Root, path: string, target: string): void {
  if ((statusIn(root, target)?.nlink ?? 1) <= 1) return;
  const reason = "it has several names (hard links), of which all but one would keep the old text; remove the others";
  throw new PreceptError("PATH_REFUSED", { path, root: root.dir, reason });
}
