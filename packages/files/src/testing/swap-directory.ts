import { renameSync, rmSync, symlinkSync } from "node:fs";

// Replaces a directory with a link and restores it, in a loop, until it is killed. The test can recreate the directory in between.

const [directory = "", target = ""] = process.argv.slice(2);
process.send?.("ready");
for (;;) {
  renameSync(directory, `${directory}.aside`);
  try {
    symlinkSync(target, directory);
  } catch {
    // The test has recreated the directory.
  }
  rmSync(directory, { recursive: true, force: true });
  try {
    renameSync(`${directory}.aside`, directory);
  } catch {
    rmSync(directory, { recursive: true, force: true });
    renameSync(`${directory}.aside`, directory);
  }
}
