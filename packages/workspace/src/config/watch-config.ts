import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { configPath } from "../places.ts";

/** How often the file is looked at, in milliseconds. It is one file, changed by hand. */
const interval = 200;

/** How long, in milliseconds, a file has to stay as it is until it counts as written; and how often that is waited for. */
const pause = 25;
const pauses = 20;

/**
 * Tells when the configuration of a project comes, changes or goes. It is looked at rather than listened to: that works where the file and its
 * directory do not exist yet, and whichever way editors replace it.
 *
 * @returns what ends it.
 */
export function watchConfig(root: string, onChange: () => Promise<void>): () => void {
  const path = join(root, configPath);
  const listener = (): void => void settled(path).then(onChange);
  watchFile(path, { interval }, listener);
  return () => unwatchFile(path, listener);
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
