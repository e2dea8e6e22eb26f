import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { configPath, ledgerPath } from "../places.ts";

/** How often the files are looked at, in milliseconds. They are two, and seldom change. */
const interval = 200;

/** How long, in milliseconds, a file has to stay as it is until it counts as written; and how often that is waited for. */
const pause = 25;
const pauses = 20;

/**
 * Tells when the configuration of a project, or its ledger, comes, changes or goes. They are looked at rather than listened to: that works where the file and its
 * directory do not exist yet, and whichever way editors replace it.
 *
 * @returns what ends it.
 */
export function watchConfig(root: string, onChange: () => Promise<void>): () => void {
  const ends = [configPath, ledgerPath].map((name) => {
    const path = join(root, name);
    const listener = (): void => void settled(path).then(onChange);
    watchFile(path, { interval }, listener);
    return () => unwatchFile(path, listener);
  });
  return () => {
    for (const end of ends) end();
  };
}

/** Waits until nobody is in the middle of writing the file. */
async function settled(path: string): Promise<void> {
  let before = await textOf(path);
  for (let left = pauses; left > 0; left -= 1) {
    await setTimeout(pause);
    const now = await textOf(path);
    if (now === before) return;
    before = now;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
