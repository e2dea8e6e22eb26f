import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openRoot, readFileInSync, watchPaths, type Root, type WatchBackend } from "@precept/files";
import { ledgerPath } from "@precept/transfer";
import { configPath } from "../paths.ts";

/** A file is complete when it is unchanged for `stableMs` milliseconds, or after `maxWaits` such periods. */
const stableMs = 25;
const maxWaits = 20;

/** Larger files are not compared. Loading the configuration reports their size. */
const maxBytes = 16_777_216;

/** Watches the configuration of a project and its ledger. Returns a function that stops watching. */
export async function watchConfig(
  dir: string,
  backend: () => WatchBackend,
  onChange: () => Promise<void>,
): Promise<() => Promise<void>> {
  const root = openRoot(dir);
  const paths = [configPath, ledgerPath];
  const watched = paths.map((path) => ({ root, path: join(root.dir, path) }));
  const onEvent = async (): Promise<void> => {
    for (const path of paths) await waitUntilStable(root, path);
    await onChange();
  };
  const watcher = await watchPaths(watched, onEvent, backend);
  return () => watcher.close();
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
