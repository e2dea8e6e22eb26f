import { readdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryPrefix, temporarySuffix } from "./own-files.ts";
import { processKeyOf } from "./owner.ts";

/**
 * Removes the temporary files with which the previous owner of a lock was about to replace the locked file. A process that was stopped between
 * checking its lock and renaming its temporary file then finds nothing to rename when it goes on.
 *
 * @param content of the lock that was taken over.
 */
export function removePendingWrites(file: string, content: string): void {
  const directory = dirname(file);
  const prefix = temporaryPrefix(file, processKeyOf(content));
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix) || !name.endsWith(temporarySuffix)) continue;
    try {
      unlinkSync(join(directory, name));
    } catch {
      // The process has gone on, and failed, meanwhile.
    }
  }
}
