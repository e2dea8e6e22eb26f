import { setImmediate } from "node:timers/promises";
import type { CancelSignal, Diagnostic, ProgressListener } from "@precept/core";
import { FileReader, pathInside, readFileIn, shownPath, type Root, type SnapshotLocation } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { listFiles, type FoundFile } from "./list-files.ts";
import type { LoadRecord } from "./load-record.ts";
import { concurrency } from "./options.ts";
import { parseRule, refuseMemory, type ReadFile } from "./read-rule.ts";
import type { ResolvedRoot, StoreRoots } from "./resolved-root.ts";
import { RememberedRules } from "./remembered-rules.ts";
import { keyOf, type PlannedFile, type RuleFileCache } from "./rule-file-cache.ts";
import type { RootWatcher } from "./watch.ts";

export interface LoadOptions {
  readonly signal?: CancelSignal | undefined;
  /** The roots to read. Default: all. */
  readonly which?: readonly ResolvedRoot[];
  /** Whether to keep the cached version of a file, because the caller reads the file again. Default: never. */
  readonly defers?: (file: PlannedFile, read: ReadFile) => boolean;
  /** Watches each directory before it is listed. */
  readonly watcher?: RootWatcher | undefined;
  /** Receives the number of files read. */
  readonly onProgress?: ProgressListener | undefined;
  /** Where the rules are remembered, so that only files are read that have changed. Default: all files are read. */
  readonly remembered?: SnapshotLocation | undefined;
  /** Receives what the result depends on. Not together with `watcher`. Default: it is not recorded. */
  readonly record?: LoadRecord | undefined;
}

/** Reads roots into the cache. A bad file or root does not affect the others. */
export async function loadRoots(
  storeRoots: StoreRoots,
  cache: RuleFileCache,
  {
    signal,
    which = storeRoots.roots,
    defers = () => false,
    watcher,
    onProgress,
    remembered: ruleCache,
    record,
  }: LoadOptions = {},
): Promise<void> {
  const { projectDir, isPrivate, roots } = storeRoots;
  await watcher?.watchAbove(roots);
  const listings = await Promise.all(
    which.map((root) =>
      record !== undefined
        ? record.list(root, projectDir)
        : watcher === undefined
          ? listFiles(root, projectDir)
          : watcher.during(root, (watch) => listFiles(root, projectDir, watch)),
    ),
  );
  const others = cache.files.filter(({ root }) => !which.includes(root));
  const unlinked = findUnlinked([
    ...others,
    ...listings.flatMap(({ files }, at) => files.map((found) => ({ found, root: which[at] as ResolvedRoot }))),
  ]);
  // A link to a file that is read anyway (CLAUDE.md to AGENTS.md) would duplicate its rule, unless it makes the rule
  // apply to more directories.
  const isReadAnyway = (real: string, { options: { base = "" } }: ResolvedRoot): boolean =>
    (unlinked.get(real) ?? []).some((other) => other === "" || other === base || base.startsWith(`${other}/`));
  const owners = new Map(others.map((file) => [file.id, file] as const)) as Map<string, PlannedFile>;
  const plan: PlannedFile[] = [];
  const privateFiles: Diagnostic[][] = [];
  for (const [at, { files }] of listings.entries()) {
    const root = which[at] as ResolvedRoot;
    const refused: Diagnostic[] = [];
    privateFiles.push(refused);
    for (const found of files) {
      const { real } = found;
      if (!root.readsLinks && root.options.files !== undefined && real !== undefined && isReadAnyway(real, root)) continue;
      const planned = planFile(found, root, projectDir, (id) => owners.get(id));
      if (real !== undefined && (await isPrivate(real))) {
        refused.push(report("file/secret", { file: planned.file }));
        continue;
      }
      owners.set(planned.id, planned);
      plan.push(planned);
    }
  }
  const remembered = ruleCache === undefined ? undefined : new RememberedRules(storeRoots, ruleCache);
  const recalled = await remembered?.recall(plan);
  const read = await readAll(plan, { signal, onProgress, recalled });
  signal?.throwIfAborted();
  await remembered?.save(plan, read);
  if (record !== undefined && remembered !== undefined) record.setFiles(plan, (planned) => remembered.statusOf(planned));
  const present = new Set(plan.map(({ root, found }) => keyOf(root, found.path)));
  const removed = cache.files.filter(({ root, found }) => which.includes(root) && !present.has(keyOf(root, found.path)));
  for (const [at, { diagnostics }] of listings.entries()) {
    cache.setListing(which[at]?.order ?? at, [...diagnostics, ...(privateFiles[at] ?? [])]);
  }
  for (const file of removed) cache.remove(file);
  // After the files were read: a process records a creation time before it replaces the file.
  cache.creationTimes.refresh();
  for (const [at, planned] of plan.entries()) {
    const file = read[at] as ReadFile;
    if (!defers(planned, file)) cache.set({ ...planned, ...file }, true);
  }
}

/** The directories to which the files that are no links apply, by absolute path. The project is the empty string. */
function findUnlinked(
  files: readonly { readonly found: FoundFile; readonly root: ResolvedRoot }[],
): ReadonlyMap<string, readonly string[]> {
  const unlinked = new Map<string, string[]>();
  for (const { found, root } of files) {
    if (found.real !== undefined) continue;
    const bases = unlinked.get(found.path) ?? [];
    unlinked.set(found.path, bases);
    bases.push(root.options.base ?? "");
  }
  return unlinked;
}

/** How long files are read synchronously before the event loop runs again, in milliseconds. */
const sliceMs = 8;

interface ReadAllOptions extends Pick<LoadOptions, "signal" | "onProgress"> {
  /** What is known of the files, which are not read then. Undefined for those to read. Default: nothing is known. */
  readonly recalled?: readonly (ReadFile | undefined)[] | undefined;
}

/**
 * Reads and parses files: synchronously while they come from the system's cache, and concurrently after the first slow
 * slice. Parse time does not count, since parsing the first files is slow in every process.
 *
 * @param isSlow takes the time of each read of a slice in nanoseconds.
 */
export async function readAll(
  plan: readonly PlannedFile[],
  { signal, onProgress, recalled = [] }: ReadAllOptions = {},
  isSlow: (times: readonly number[]) => boolean = areSlowReads,
): Promise<ReadFile[]> {
  const notify = (unreadDone: number): void => {
    onProgress?.({ step: "Reading rules", done: plan.length - unread.length + unreadDone, total: plan.length });
  };
  const identify = [...new Set(plan.map(({ root }) => root.identifyMemory))];
  const memories = new Map(identify.map((one) => [one, one?.()]));
  const results: ReadFile[] = Array.from({ length: plan.length });
  const unread: number[] = [];
  for (const [at, { found, file, root }] of plan.entries()) {
    const known = recalled[at];
    if (known === undefined) unread.push(at);
    else results[at] = refuseMemory(known, found, file, memories.get(root.identifyMemory));
  }
  using readers = new Readers();
  let next = 0;
  for (let isFast = true; isFast && next < unread.length;) {
    signal?.throwIfAborted();
    const times: number[] = [];
    // Node would load a module for `performance`.
    const start = Date.now();
    while (next < unread.length && (times.length < minReads || Date.now() - start < sliceMs)) {
      const at = unread[next++] as number;
      const { found, file, id, root } = plan[at] as PlannedFile;
      const began = process.hrtime.bigint();
      const content = readers.of(root.confined).read(found.path, { maxBytes: root.maxBytes });
      times.push(Number(process.hrtime.bigint() - began));
      results[at] = parseRule(content, found, file, id, root, memories.get(root.identifyMemory));
    }
    notify(next);
    isFast = !isSlow(times);
    if (next < unread.length) await setImmediate();
  }
  const work = async (): Promise<void> => {
    for (let done = next++; done < unread.length; done = next++) {
      signal?.throwIfAborted();
      const at = unread[done] as number;
      const { found, file, id, root } = plan[at] as PlannedFile;
      const content = await readFileIn(root.confined, found.path, { maxBytes: root.maxBytes });
      results[at] = parseRule(content, found, file, id, root, memories.get(root.identifyMemory));
      notify(done + 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, unread.length) }, work));
  // The memory can have been replaced in the meantime.
  const replaced = new Map(identify.map((one) => [one, one?.()]));
  return results.map((read, at) => {
    const { found, file, root } = plan[at] as PlannedFile;
    return refuseMemory(read, found, file, replaced.get(root.identifyMemory));
  });
}

/** Opens one reader per root, on first use. */
class Readers implements Disposable {
  readonly #readers = new Map<Root, FileReader>();

  of(root: Root): FileReader {
    const reader = this.#readers.get(root) ?? new FileReader(root);
    this.#readers.set(root, reader);
    return reader;
  }

  [Symbol.dispose](): void {
    for (const reader of this.#readers.values()) reader[Symbol.dispose]();
  }
}

/**
 * Assigns a rule id to a file: `scope:path`. The path is relative to the project; for roots outside of it, to the root,
 * so that the id is the same on every machine. A later root with the same path gets a number at its end.
 */
export function planFile(
  found: FoundFile,
  root: ResolvedRoot,
  projectDir: string,
  ownerOf: (id: string) => PlannedFile | undefined,
): PlannedFile {
  const inside = pathInside(projectDir, found.path);
  const wanted = `${root.options.scope ?? "project"}:${inside ?? found.relativePath}`;
  const isTaken = (id: string): boolean => {
    const owner = ownerOf(id);
    return owner !== undefined && (owner.root !== root || owner.found.path !== found.path);
  };
  let id = wanted;
  for (let number = 2; isTaken(id); number += 1) id = `${wanted}#${number}`;
  return { found, root, file: inside ?? shownPath(projectDir, found.path), id };
}

/** The least number of reads to decide on. */
export const minReads = 5;

/** A process that has to wait for a processor makes so many reads look slow. */
const interrupted = 2;

/** If a file takes longer than this, in nanoseconds, the files are probably not in the system's cache. */
const slowReadNs = 2e6;

/** Whether files are slow to read, not counting the two slowest. Takes the time of each read in nanoseconds. */
export function areSlowReads(times: readonly number[]): boolean {
  const typical = times.toSorted((left, right) => left - right).slice(0, -interrupted);
  return typical.reduce((sum, time) => sum + time, 0) >= slowReadNs * Math.max(1, typical.length);
}
