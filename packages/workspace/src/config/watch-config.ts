import { setTimeout } from "node:timers/promises";
import { openRoot, pollFile, readFileInSync, type Root } from "@precept/files";
import { configPath, ledgerPath } from "../paths.ts";

/** The polling interval of the two files, in milliseconds. */
const interval = 200;

/** How long a file must be unchanged to be complete, in milliseconds, and the maximum number of waits for that. */
const pause = 25;
const pauses = 20;

/** Larger files are not compared. Loading the configuration reports their size. */
const maxBytes = 16_777_216;

/**
 * Watches the configuration of a project and its ledger. Calls back when either is created, changed or deleted.
 *
 * @returns a function that stops watching.
 */
export function watchConfig(dir: string, onChange: () => Promise<void>): () => void {
  const root = openRoot(dir);
  const ends = [configPath, ledgerPath].map((path) =>
    pollFile(root, path, interval, () => void waitUntilStable(root, path).then(onChange)),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** Waits until the file is complete. */
async function waitUntilStable(root: Root, path: string): Promise<void> {
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
