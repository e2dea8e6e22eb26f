import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FixtureEntry } from "./fixtures.ts";

/** Writes the files of a fixture into a directory. */
export function writeFixture(dir: string, entries: Readonly<Record<string, FixtureEntry>>): void {
  for (const [path, entry] of Object.entries(entries)) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof entry === "string") writeFileSync(file, entry);
    else if ("link" in entry) symlinkSync(entry.link, file);
    else {
      writeFileSync(file, entry.text);
      chmodSync(file, entry.mode);
    }
  }
}
