import { linkSync, lstatSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { errorCode } from "./failure.ts";
import { locateTarget } from "./locate-target.ts";
import { temporaryPath } from "./own-files.ts";
import { inPinnedParentSync, type PinOptions } from "./pinned-directory.ts";
import type { Root } from "./root.ts";
import type { WriteOptions } from "./write-file.ts";

// For many small files that can be generated again: each path holds the old content or the new one, whole, but after a failure of the system it
// may be either. Takes a tenth of the time of the asynchronous functions, which wait for a thread and for the disk at each step.

type SyncWriteOptions = Pick<WriteOptions, "links" | "beforeRename">;

/** The synchronous `replaceFile`, without waiting for the disk. */
export function replaceFileSync(root: Root, path: string, text: string, { links, beforeRename }: SyncWriteOptions = {}): void {
  const target = locateTarget(root, path, links);
  const { mode } = lstatSync(target);
  writeAside(root, target, text, mode & 0o777, {}, (temporary, at) => {
    beforeRename?.();
    renameSync(temporary, at);
  });
}

/** The synchronous `createFile`, without waiting for the disk. Returns false where something is at the path already. */
export function createFileSync(root: Root, path: string, text: string, { links, beforeRename }: SyncWriteOptions = {}): boolean {
  const target = locateTarget(root, path, links, "keep");
  try {
    writeAside(root, target, text, 0o644, { create: 0o777 }, (temporary, at) => {
      beforeRename?.();
      // Unlike a rename, a hard link never replaces a file.
      linkSync(temporary, at);
      unlinkSync(temporary);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function writeAside(
  root: Root,
  target: string,
  text: string,
  mode: number,
  directories: PinOptions,
  finish: (temporary: string, at: string) => void,
): void {
  inPinnedParentSync(root, target, directories, (at) => {
    const temporary = temporaryPath(at);
    try {
      writeFileSync(temporary, text, { flag: "wx", mode });
      finish(temporary, at);
    } catch (error) {
      try {
        unlinkSync(temporary);
      } catch {
        // It was never created.
      }
      throw error;
    }
  });
}
