import { renameSync, rmSync, symlinkSync } from "node:fs";

// Replaces a directory by a link and puts it back, until it is killed. The other process may create the directory again in between.

const [directory = "", target = ""] = process.argv.slice(2);
process.send?.("ready");
for (;;) {
  renameSync(directory, `${directory}.aside`);
  try {
    symlinkSync(target, directory);
  } catch {
    // It was created again.
  }
  rmSync(directory, { recursive: true, force: true });
  try {
    renameSync(`${directory}.aside`, directory);
  } catch {
    rmSync(directory, { recursive: true, force: true });
    renameSync(`${directory}.aside`, directory);
  }
}
