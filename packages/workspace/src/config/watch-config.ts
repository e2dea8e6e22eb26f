import { setTimeout } from "node:timers/promises";
import { openRoot, pollFile, readFileInSync, type Root } from "@precept/files";
import { configPath, ledgerPath } from "../places.ts";

/** How often the two files are polled, in milliseconds. */
const interval = 200;

/** How long, in milliseconds, a file has to stay as it is until it counts as written; and how often that is waited for. */
const pause = 25;
const pauses = 20;

/** Larger files are not compared; reading them reports their size. */
const maxBytes = 16_777_216;

/**
 * Calls back when the configuration of a project, or its ledger, appears, changes or disappears.
 *
 * @returns the function that ends it.
 */
export function watchConfig(dir: string, onChange: () => Promise<void>): () => void {
  const root = openRoot(dir);
  const ends = [configPath, ledgerPath].map((path) =>
    pollFile(root, path, interval, () => void settled(root, path).then(onChange)),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** Waits until nobody is in the middle of writing the file. */
async function settled(root: Root, path: string): Promise<void> {
  let before = textOf(root, path);
  for (let left = pauses; left > 0; left -= 1) {
    await setTimeout(pause);
    const now = textOf(root, path);
    if (now === before) return;
    before = now;
  }
}

function textOf(root: Root, path: string): string | undefined {
  const content = readFileInSync(root, path, { maxBytes });
  return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
}
