import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { deepFreeze } from "@precept/core";
import { cacheRealPaths, readCacheFile, statusIn, writeCacheFile, type CacheFile, type Root } from "@precept/files";
import { settleMs } from "./directory-lister.ts";
import type { ReadFile } from "./read-rule.ts";
import type { ResolvedRoot, StoreRoots } from "./resolved-root.ts";
import { keyOf, type PlannedFile } from "./rule-file-cache.ts";

/** Where the rules of a project are remembered. */
export interface RuleCache {
  /** A directory of the user's own, absolute. Never one of the project, whose author could put in other rules than the files have. */
  readonly dir: string;
  /** Identifies the code that reads rule files. */
  readonly version: string;
  /** Whether nothing is written. Default false. */
  readonly readOnly?: boolean;
}

/** The change time in milliseconds, the size in bytes, the inode and the device of a file. */
type FileStatus = readonly [changed: number, size: number, inode: number, device: number];

/** A rule file, its status before it was read, and what was read. */
type RememberedFile = readonly [key: string, id: string, status: FileStatus, read: Omit<ReadFile, "numbers">];

/** How long files are compared before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** The number of files compared between two readings of the clock. */
const batchSize = 64;

/** The file is written again if at least one of this many rule files is not in it: reading a few files takes less time than writing all of them. */
const filesPerNew = 64;

/** The rules that an earlier process read. A file whose change time, size, inode and device are the remembered ones is not read: programs cannot set the change time. */
export class RememberedRules {
  readonly #cache: RuleCache;
  readonly #file: CacheFile;
  readonly #key: string;
  readonly #statuses = new Map<PlannedFile, FileStatus>();
  readonly #recalled = new Map<PlannedFile, RememberedFile>();
  #known: ReadonlyMap<string, RememberedFile> = new Map();

  constructor({ projectDir, roots }: StoreRoots, cache: RuleCache) {
    this.#cache = cache;
    this.#file = { dir: cache.dir, subject: projectDir };
    this.#key = JSON.stringify([cache.version, projectDir, roots.map(describeRoot)]);
  }

  /** Returns what is remembered of the files; undefined for those to read. */
  async recall(plan: readonly PlannedFile[]): Promise<readonly (ReadFile | undefined)[]> {
    this.#known = this.#readKnown();
    const confined = new Map<Root, Root>();
    const recalled: (ReadFile | undefined)[] = [];
    let sliceStart = Date.now();
    for (const planned of plan) {
      const { confined: root } = planned.root;
      const cached = confined.get(root) ?? cacheRealPaths(root);
      confined.set(root, cached);
      recalled.push(this.#recallOne(planned, readStatus(cached, planned.found.path)));
      if (recalled.length % batchSize !== 0 || Date.now() - sliceStart < sliceMs) continue;
      await setImmediate();
      sliceStart = Date.now();
    }
    return recalled;
  }

  #recallOne(planned: PlannedFile, status: FileStatus | undefined): ReadFile | undefined {
    if (status === undefined) return undefined;
    this.#statuses.set(planned, status);
    const entry = this.#known.get(keyOf(planned.root, planned.found.path));
    if (entry === undefined) return undefined;
    const [, id, known, read] = entry;
    if (id !== planned.id || known.some((number, at) => number !== status[at])) return undefined;
    this.#recalled.set(planned, entry);
    return { ...read, numbers: { ino: status[2], dev: status[3] } };
  }

  /** Remembers what was read, for the next process. */
  async save(plan: readonly PlannedFile[], read: readonly ReadFile[]): Promise<void> {
    if (this.#cache.readOnly === true) return;
    let added = 0;
    const entries = plan.flatMap((planned, at) => {
      const result = read[at];
      if (result === undefined || result.isMemory === true) return [];
      const known = this.#recalled.get(planned);
      if (known !== undefined) return [known];
      const entry = this.#toEntry(planned, result);
      if (entry === undefined) return [];
      added += 1;
      return [entry];
    });
    if (added === 0 || added * filesPerNew < plan.length) return;
    await writeCacheFile(this.#file, JSON.stringify([this.#key, ...entries]));
  }

  #toEntry(planned: PlannedFile, { numbers, ...read }: ReadFile): RememberedFile | undefined {
    const status = this.#statuses.get(planned);
    if (status === undefined || numbers === undefined) return undefined;
    // Numbers such as infinity are not in JSON.
    return isDeepStrictEqual(JSON.parse(JSON.stringify(read)), read)
      ? [keyOf(planned.root, planned.found.path), planned.id, status, read]
      : undefined;
  }

  #readKnown(): ReadonlyMap<string, RememberedFile> {
    try {
      const [key, ...files] = JSON.parse(readCacheFile(this.#file)?.toString("utf8") ?? "[]") as [string?, ...RememberedFile[]];
      return key === this.#key ? new Map(files.map((file) => [file[0], deepFreeze(file)])) : new Map();
    } catch {
      // The file is damaged.
      return new Map();
    }
  }
}

/** Returns the status of a regular file that is no link; undefined if a later change could have the same one. */
function readStatus(root: Root, path: string): FileStatus | undefined {
  const now = Date.now();
  const status = statusIn(root, path, "entry");
  if (status?.isFile() !== true || now - status.ctimeMs < settleMs) return undefined;
  return [status.ctimeMs, status.size, status.ino, status.dev];
}

/** Describes what the rules of a root depend on besides the files. */
function describeRoot({ options: { codec, ...options }, dir, displayPath, store, maxBytes }: ResolvedRoot): unknown {
  return [codec.id, options, dir, displayPath, store, maxBytes];
}
