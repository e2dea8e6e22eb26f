import { setTimeout } from "node:timers/promises";
import { openRoot, pollFile, readFileInSync, type Root } from "@precept/files";
import { ledgerPath } from "@precept/transfer";
import { configPath } from "../paths.ts";

/** The polling interval of the two files, in milliseconds. */
const interval = 200;

/** A file is complete when it is unchanged for `stableMs` milliseconds, or after `maxWaits` such periods. */
const stableMs = 25;
const maxWaits = 20;

/** Larger files are not compared. Loading the configuration reports their size. */
const maxBytes = 16_777_216;

/** Watches the configuration of a project and its ledger. Returns a function that stops watching. */
export function watchConfig(dir: string, onChange: () => Promise<void>): () => void {
  const root = openRoot(dir);
  const stops = [configPath, ledgerPath].map((path) =>
    pollFile(root, path, interval, () => void waitUntilStable(root, path).then(onChange)),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

async function waitUntilStable(root: Root, path: string): Promise<void> {
  let before = textOf(root, path);
  for (let waits = 0; waits < maxWaits; waits += 1) {
    await setTimeout(stableMs);
    const now = textOf(root, path);
    if (now === before) return;
    before = now;
  }
}

function textOf(root: Root, path: string): string | undefined {
  const content = readFileInSync(root, path, { maxBytes });
  return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
}
