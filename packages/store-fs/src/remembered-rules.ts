import { setImmediate } from "node:timers/promises";
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
import type { PlannedFile } from "./rule-file-cache.ts";

/** What was read of a rule file, and the id that its rule got. */
type RememberedFile = readonly [id: string, read: Omit<ReadFile, "numbers">];

/** The name under which the descriptions of roots are remembered. No path of a file begins like it. */
const rootsName = "roots";

/** How many descriptions of roots are remembered. The files of further roots are read each time. */
const maxRoots = 4096;

/** How long files are compared before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** The number of files compared between two readings of the clock. */
const batchSize = 64;

/** The rules are written again if one of this many files is new: reading a few takes less time than writing all. */
const filesPerNew = 64;

/** The rules that an earlier process read. A file that has not changed since is not read. */
export class RememberedRules {
  readonly #values: RememberedValues;
  /** The descriptions of roots, now or earlier. A file is remembered under the position of its root. */
  readonly #known: string[];
  readonly #numbers = new Map<ResolvedRoot, number>();
  readonly #statuses = new Map<PlannedFile, FileStatus>();
  readonly #recalled = new Set<PlannedFile>();

  constructor({ roots }: StoreRoots, location: SnapshotLocation) {
    // In a separate file, because it is large, and the rest is written more often.
    this.#values = new RememberedValues({ ...location, part: "rules" }, "rules", "");
    this.#known = JSON.parse(this.#values.get(rootsName) ?? "[]") as string[];
    for (const root of roots) {
      // With its position, which is part of its rules.
      const description = JSON.stringify([root.order, describeRoot(root)]);
      const at = this.#known.indexOf(description);
      // Roots that come and go do not change the rules of others.
      if (at !== -1) this.#numbers.set(root, at);
      else if (this.#known.length < maxRoots) this.#numbers.set(root, this.#known.push(description) - 1);
    }
  }

  /** The name under which a file is remembered. Undefined if it is not. */
  #nameOf({ root, found }: PlannedFile): string | undefined {
    const number = this.#numbers.get(root);
    return number === undefined ? undefined : `${number} ${found.path}`;
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
    const name = this.#nameOf(planned);
    const value = name === undefined ? undefined : this.#values.get(name, status);
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
    let isNew = false;
    for (const [at, planned] of plan.entries()) {
      const { numbers, isMemory, ...result } = read[at] as ReadFile;
      const [key, status] = [this.#nameOf(planned), this.#statuses.get(planned)];
      if (key === undefined) continue;
      if (isMemory === true) this.#values.delete(key);
      if (isMemory === true || numbers === undefined || status === undefined || this.#recalled.has(planned)) continue;
      if (status[0] === -1 || !isJson(result)) continue;
      this.#values.set(key, JSON.stringify([planned.id, result] satisfies RememberedFile), status);
      isNew = true;
    }
    if (isNew) this.#values.set(rootsName, JSON.stringify(this.#known));
    await this.#values.save(plan.length / filesPerNew);
  }
}

/** Whether a value is the same after it was written as JSON and read. Numbers such as infinity are not. */
function isJson(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(isJson);
  for (const key in value) if (!isJson((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

/** Describes what the rules of a root depend on besides the files. */
export function describeRoot({ options: { codec, ...options }, dir, displayPath, store, maxBytes }: ResolvedRoot): unknown {
  return [codec.id, options, dir, displayPath, store, maxBytes];
}
