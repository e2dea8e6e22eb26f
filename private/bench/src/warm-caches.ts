import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** A file that changed less than this many milliseconds ago is read again by the next process, as its change time could be that of another change too. */
const waitMs = 3000;

/**
 * Brings the caches of Precept to the state after ten minutes of use: the compiled code of all calls so far is stored, and files that did not change are
 * remembered.
 *
 * @param home the user's directory of Precept.
 * @param call runs the process that is measured.
 */
export async function warmCaches(home: string, call: () => Promise<unknown>): Promise<void> {
  await call();
  await setTimeout(waitMs);
  await call();
  await ageFiles(join(home, "cache"));
  await call();
}

/** Sets the times of all files in a directory back by an hour. */
async function ageFiles(dir: string): Promise<void> {
  const before = new Date(Date.now() - 60 * 60 * 1000);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), before, before);
}
