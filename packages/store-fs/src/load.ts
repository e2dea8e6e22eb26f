import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CancelSignal, Diagnostic, Rule } from "@precept/core";
import { listFiles, type FoundFile } from "./list-files.ts";
import { concurrency, type FsRoot, type FsStoreOptions } from "./options.ts";
import { pathInside, shownPath } from "./paths.ts";
import { readRule, readRuleNow, type ReadFile, type RootPlace } from "./read-rule.ts";

/** Everything that the roots hold at one moment. */
export interface LoadedRules {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly diagnostics: readonly Diagnostic[];
}

interface PlannedFile {
  readonly found: FoundFile;
  readonly file: string;
  readonly id: string;
  readonly place: RootPlace;
}

/** Reads all roots. One bad file, or one bad root, harms no other. */
export async function loadRoots(options: FsStoreOptions, store: string, signal?: CancelSignal): Promise<LoadedRules> {
  const projectDir = resolve(options.projectDir ?? ".");
  const listings = await Promise.all(
    options.roots.map((root) => listFiles(resolve(projectDir, root.dir), root.codec, projectDir, root.optional)),
  );
  const diagnostics = listings.flatMap((listing) => listing.diagnostics);
  const ids = new Set<string>();
  const plan = listings.flatMap(({ files }, order) => {
    const root = options.roots[order] as FsRoot;
    const shown = shownPath(projectDir, resolve(projectDir, root.dir));
    const place = { root, order, shown, store, maxBytes: options.maxBytes ?? root.codec.maxBytes };
    return files.map((found): PlannedFile => ({
      found,
      place,
      file: shownPath(projectDir, found.path),
      id: uniqueId(root, found, projectDir, ids),
    }));
  });
  const read = await readAll(plan, signal);
  diagnostics.push(...read.flatMap((file) => file.diagnostics));
  return { rules: new Map(read.flatMap(({ rule }) => (rule === undefined ? [] : [[rule.id, rule] as const]))), diagnostics };
}

/** How long, in milliseconds, files are read without letting anything else happen in between. */
const sliceLength = 8;

/** More than this for one file, in milliseconds, and it did not come out of the system's cache. */
const slowRead = 2;

/**
 * Reads files one by one as long as that is fast, which it is when they are in the system's cache; from the first slow slice on, many at
 * a time, since then it is the waiting that has to be shared.
 */
async function readAll(plan: readonly PlannedFile[], signal: CancelSignal | undefined): Promise<ReadFile[]> {
  const results: ReadFile[] = Array.from({ length: plan.length });
  let next = 0;
  for (let isFast = true; isFast && next < plan.length;) {
    signal?.throwIfAborted();
    const first = next;
    const start = performance.now();
    let now = start;
    for (; next < plan.length && now - start < sliceLength; now = performance.now()) {
      const { found, file, id, place } = plan[next] as PlannedFile;
      results[next++] = readRuleNow(found, file, id, place);
    }
    isFast = (now - start) / (next - first) < slowRead;
    if (next < plan.length) await setImmediate();
  }
  const work = async (): Promise<void> => {
    for (let at = next++; at < plan.length; at = next++) {
      signal?.throwIfAborted();
      const { found, file, id, place } = plan[at] as PlannedFile;
      results[at] = await readRule(found, file, id, place);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, plan.length) }, work));
  return results;
}

/**
 * `scope:path`, with the path in the project; for roots outside it, the path in the root, so that the id is the same on every machine. Should two
 * such roots of one scope hold the same path, the later one gets a number.
 */
function uniqueId(root: FsRoot, found: FoundFile, projectDir: string, taken: Set<string>): string {
  const wanted = `${root.scope ?? "project"}:${pathInside(projectDir, found.path) ?? found.inRoot}`;
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}#${number}`;
  taken.add(id);
  return id;
}
