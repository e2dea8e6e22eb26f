import { readdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { getTemporaryPrefix, temporarySuffix } from "./internal-files.ts";
import { getOwnerKey } from "./owner.ts";

/**
 * Removes the temporary files that the previous owner of a lock wrote to replace the locked file. If that process was
 * suspended between checking its lock and renaming its temporary file, the rename fails when it resumes.
 *
 * @param file the locked file.
 * @param content the content of the lock file that was taken over.
 */
export function removePendingWrites(file: string, content: string): void {
  const directory = dirname(file);
  const prefix = getTemporaryPrefix(file, getOwnerKey(content));
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix) || !name.endsWith(temporarySuffix)) continue;
    try {
      unlinkSync(join(directory, name));
    } catch {
      // The process resumed and removed the file itself.
    }
  }
}
