import {
  createFileSync,
  createLinkSync,
  fileFailureOf,
  linkTextIn,
  readFileInSync,
  removeFile,
  replaceFileSync,
  sha256,
  type Lock,
  type Root,
} from "@precept/files";
import type { ExportAction } from "../plan/export-plan.ts";
import { readPresentEntry } from "../skill-files/file-entry.ts";
import { maxFileBytes } from "../max-file-bytes.ts";
import { findCopyFolder, type FileCopy } from "../skill-files/skill-folder.ts";

/**
 * Applies the action of a file beside a skill. Returns false if the file, or the one that it is copied from, was changed
 * after the plan was made.
 *
 * @throws PreceptError `FILE_SYSTEM_FAILED`
 */
export async function applyCopy(
  root: Root,
  { kind, path, copy, beforeSha256, beforeMode }: ExportAction & { readonly copy: FileCopy },
  { assertHeld: beforeRename }: Lock,
): Promise<boolean> {
  const folder = findCopyFolder(path);
  const found = folder === undefined ? "unusable" : readPresentEntry(root, path, folder);
  if (found === "unusable" || found?.sha256 !== beforeSha256) return false;
  try {
    if (kind === "delete") {
      await removeFile(root, path, { beforeRename });
      return true;
    }
    const content = readContent(root, copy);
    if (content === undefined) return false;
    const executable = copy.mode === "100755";
    const isReplaced = found !== undefined && found.mode !== "120000" && copy.mode !== "120000";
    if (isReplaced) {
      replaceFileSync(root, path, content, { beforeRename, executable });
      return true;
    }
    // A file becomes a link, or a link a file.
    if (beforeMode !== undefined) await removeFile(root, path, { beforeRename });
    if (typeof content === "string") return createLinkSync(root, path, content, { beforeRename });
    return createFileSync(root, path, content, { beforeRename, executable });
  } catch (error) {
    throw fileFailureOf(kind, path, error);
  }
}

/** Reads what is copied: the text of a link, or bytes. Undefined if it is not what was planned. */
function readContent(root: Root, { from, mode, sha256: planned }: FileCopy): string | Uint8Array | undefined {
  if (from === undefined) return undefined;
  if (mode === "120000") {
    const text = linkTextIn(root, from);
    return text !== undefined && sha256(text) === planned ? text : undefined;
  }
  const content = readFileInSync(root, from, { maxBytes: maxFileBytes });
  return content.kind === "bytes" && sha256(content.bytes) === planned ? content.bytes : undefined;
}
