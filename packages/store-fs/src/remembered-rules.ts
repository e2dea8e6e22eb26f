import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { deepFreeze } from "@precept/core";
import {
  cacheRealPaths,
  RememberedValues,
  statusIn,
  toFileStatus,
  type FileStatus,
  type Root,
  type SnapshotLocation,
} from "@precept/files";
import type { ReadFile } from "./read-rule.ts";
import type { ResolvedRoot, StoreRoots } from "./resolved-root.ts";
import { keyOf, type PlannedFile } from "./rule-file-cache.ts";

/** What was read of a rule file, and the id that its rule got. */
type RememberedFile = readonly [id: string, read: Omit<ReadFile, "numbers">];

/** How long files are compared before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** The number of files compared between two readings of the clock. */
const batchSize = 64;

/** The rules are written again if one of this many files is new: reading a few takes less time than writing all. */
const filesPerNew = 64;

/** The rules that an earlier process read. A file that has not changed since is not read. */
export class RememberedRules {
  readonly #values: RememberedValues;
  readonly #statuses = new Map<PlannedFile, FileStatus>();
  readonly #recalled = new Set<PlannedFile>();

  constructor({ roots }: StoreRoots, location: SnapshotLocation) {
    this.#values = new RememberedValues(location, "rules", JSON.stringify(roots.map(describeRoot)));
  }

  /** Returns what is remembered of the files; undefined for those to read. */
  async recall(plan: readonly PlannedFile[]): Promise<readonly (ReadFile | undefined)[]> {
    const confined = new Map<Root, Root>();
    const recalled: (ReadFile | undefined)[] = [];
    let sliceStart = Date.now();
    for (const planned of plan) {
      const { confined: root } = planned.root;
      const cached = confined.get(root) ?? cacheRealPaths(root);
      confined.set(root, cached);
      recalled.push(this.#recallOne(planned, cached));
      if (recalled.length % batchSize !== 0 || Date.now() - sliceStart < sliceMs) continue;
      await setImmediate();
      sliceStart = Date.now();
    }
    return recalled;
  }

  #recallOne(planned: PlannedFile, root: Root): ReadFile | undefined {
    const now = Date.now();
    const stats = statusIn(root, planned.found.path, "entry");
    // The target of a link is checked each time.
    if (stats?.isFile() !== true) return undefined;
    const status = toFileStatus(stats, now);
    this.#statuses.set(planned, status);
    const value = this.#values.get(keyOf(planned.root, planned.found.path), status);
    if (value === undefined) return undefined;
    const [id, read] = JSON.parse(value) as RememberedFile;
    if (id !== planned.id) return undefined;
    this.#recalled.add(planned);
    return { ...deepFreeze(read), numbers: { ino: stats.ino, dev: stats.dev } };
  }

  /** The status of a file before it was read. Undefined if it is not a regular file. */
  statusOf(planned: PlannedFile): FileStatus | undefined {
    return this.#statuses.get(planned);
  }

  /** Remembers what was read, for the next process. */
  async save(plan: readonly PlannedFile[], read: readonly ReadFile[]): Promise<void> {
    for (const [at, planned] of plan.entries()) {
      const { numbers, isMemory, ...result } = read[at] as ReadFile;
      const [key, status] = [keyOf(planned.root, planned.found.path), this.#statuses.get(planned)];
      if (isMemory === true) this.#values.delete(key);
      if (isMemory === true || numbers === undefined || status === undefined || this.#recalled.has(planned)) continue;
      const value = JSON.stringify([planned.id, result] satisfies RememberedFile);
      // Numbers such as infinity are not in JSON.
      if (isDeepStrictEqual(JSON.parse(value), [planned.id, result])) this.#values.set(key, value, status);
    }
    await this.#values.save(plan.length / filesPerNew);
  }
}

/** Describes what the rules of a root depend on besides the files. */
export function describeRoot({ options: { codec, ...options }, dir, displayPath, store, maxBytes }: ResolvedRoot): unknown {
  return [codec.id, options, dir, displayPath, store, maxBytes];
}
