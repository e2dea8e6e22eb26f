import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./failure.ts";
import { unfinished } from "./write-file.ts";

// For many small files that can be made again: at every moment each path holds the old text or the new one, whole, but after a failure of the
// system it may be either. A tenth of the time that it takes to ask a thread for each step and to wait for the disk.

/** Puts a text in place of a file's. Permissions stay as they are. */
export function replaceFileNow(path: string, text: string): void {
  const { mode } = statSync(path);
  withTemporary(path, text, mode & 0o777, (temporary) => renameSync(temporary, path));
}

/**
 * Makes a file.
 *
 * @returns whether it was made: false where there is one already, which stays as it is.
 */
export function createFileNow(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    // Unlike a rename, a link never takes the place of a file that is there.
    withTemporary(path, text, 0o644, (temporary) => {
      linkSync(temporary, path);
      unlinkSync(temporary);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function withTemporary(path: string, text: string, mode: number, finish: (temporary: string) => void): void {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 64)}.${randomUUID()}${unfinished}`);
  try {
    writeFileSync(temporary, text, { flag: "wx", mode });
    finish(temporary);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never made.
    }
    throw error;
  }
}
