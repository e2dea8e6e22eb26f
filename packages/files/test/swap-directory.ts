import { renameSync, rmSync, symlinkSync } from "node:fs";

// Replaces a directory with a link and restores it, in a loop, until it is killed. The test can recreate the directory
// in between.

const [directory = "", target = ""] = process.argv.slice(2);
/** The test may write to the directory while it is removed. */
const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 1 });

/** Moves the directory back. The test may recreate it at any time. */
function restore(): void {
  for (;;) {
    try {
      return renameSync(`${directory}.aside`, directory);
    } catch {
      remove();
    }
  }
}

process.send?.("ready");
for (;;) {
  renameSync(directory, `${directory}.aside`);
  try {
    symlinkSync(target, directory);
  } catch {
    // The test has recreated the directory.
  }
  remove();
  restore();
}
