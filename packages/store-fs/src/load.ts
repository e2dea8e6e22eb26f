import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CancelSignal, Diagnostic, StoreChange } from "@precept/core";
import { FileReader, looksSecret, openRoot, pathInside, rootFor, shownPath, type Root } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { listFiles, type FoundFile } from "./list-files.ts";
import { concurrency, type FsStoreOptions } from "./options.ts";
import { readRule, ruleIn, type ReadFile } from "./read-rule.ts";
import type { RootPlace } from "./root-place.ts";
import { joinChanges, keyOf, type PlannedFile, type Shelf } from "./shelf.ts";
import type { RootWatcher } from "./watch.ts";

/** The roots of a store, resolved. */
export interface Roots {
  readonly projectDir: string;
  /** Whether a file that a link leads to is not read as a rule. */
  readonly isPrivate: (path: string) => Promise<boolean>;
  readonly places: readonly RootPlace[];
}

export function resolveRoots(options: FsStoreOptions, store: string): Roots {
  const projectDir = resolve(options.projectDir ?? ".");
  const { trustedDirs = [], isPrivate = async (path: string) => looksSecret(path) } = options;
  const project = openRoot(projectDir, { trusted: trustedDirs });
  const places = options.roots.map((root, order) => {
    const dir = resolve(projectDir, root.dir);
    const within = rootFor(project, dir);
    const { maxBytes = root.codec.maxBytes, skips = () => false } = options;
    return { root, order, dir, shown: shownPath(projectDir, dir) || ".", within, store, maxBytes, skips };
  });
  return { projectDir, isPrivate, places };
}

export interface LoadOptions {
  readonly signal?: CancelSignal | undefined;
  /** The roots to read. Default: all. */
  readonly which?: readonly RootPlace[];
  /** Leaves a file as it was on the shelf; the caller reads it again. Default: no file is left. */
  readonly defers?: (file: PlannedFile, read: ReadFile) => boolean;
  /** Watches what is listed, from before it is listed. */
  readonly watcher?: RootWatcher | undefined;
}

/** Reads some roots, or all, onto the shelf. One bad file, or one bad root, harms no other. */
export async function loadRoots(
  { projectDir, isPrivate, places }: Roots,
  shelf: Shelf,
  { signal, which = places, defers = () => false, watcher }: LoadOptions = {},
): Promise<StoreChange> {
  watcher?.watchAbove(places);
  const listings = await Promise.all(
    which.map((place) =>
      watcher === undefined
        ? listFiles(place, projectDir)
        : watcher.during(place, (watch) => listFiles(place, projectDir, watch)),
    ),
  );
  const others = shelf.files.filter(({ place }) => !which.includes(place));
  // A link to a file that is read anyway (CLAUDE.md to AGENTS.md) would give its rule twice.
  const own = new Set([...others.map(({ found }) => found), ...listings.flatMap(({ files }) => files)].flatMap(ownPath));
  const owners = new Map(others.map((file) => [file.id, file] as const)) as Map<string, PlannedFile>;
  const plan: PlannedFile[] = [];
  const secret: Diagnostic[][] = [];
  for (const [at, { files }] of listings.entries()) {
    const place = which[at] as RootPlace;
    const refused: Diagnostic[] = [];
    secret.push(refused);
    for (const found of files) {
      const { real } = found;
      if (place.root.files !== undefined && real !== undefined && own.has(real)) continue;
      const planned = planFile(found, place, projectDir, (id) => owners.get(id));
      if (real !== undefined && (await isPrivate(real))) {
        refused.push(report("file/secret", { file: planned.file }));
        continue;
      }
      owners.set(planned.id, planned);
      plan.push(planned);
    }
  }
  const read = await readAll(plan, signal);
  signal?.throwIfAborted();
  const present = new Set(plan.map(({ place, found }) => keyOf(place, found.path)));
  const gone = shelf.files.filter(({ place, found }) => which.includes(place) && !present.has(keyOf(place, found.path)));
  for (const [at, { diagnostics }] of listings.entries()) {
    shelf.setListing(which[at]?.order ?? at, [...diagnostics, ...(secret[at] ?? [])]);
  }
  return joinChanges([
    ...gone.map((file) => shelf.remove(file)),
    ...plan.flatMap((planned, at) => {
      const file = read[at] as ReadFile;
      return defers(planned, file) ? [] : shelf.put({ ...planned, ...file });
    }),
  ]);
}

/** Where a file lies, unless its path is a link's. */
function ownPath({ path, real }: FoundFile): readonly string[] {
  return real === undefined ? [path] : [];
}

/** How long, in milliseconds, files are read without letting anything else happen in between. */
const sliceLength = 8;

/** More than this for one file, in nanoseconds, and it did not come out of the system's cache. */
const slowRead = 2e6;

/**
 * Reads files one by one as long as that is fast, which it is when they are in the system's cache; from the first slow slice on, many at
 * a time, since then it is the waiting that has to be shared. What is made of a file does not count: that of the first ones takes long in every
 * process, however fast the files come.
 */
export async function readAll(plan: readonly PlannedFile[], signal: CancelSignal | undefined): Promise<ReadFile[]> {
  const results: ReadFile[] = Array.from({ length: plan.length });
  using readers = new Readers();
  let next = 0;
  for (let isFast = true; isFast && next < plan.length;) {
    signal?.throwIfAborted();
    const first = next;
    // Not `performance`, for which Node loads a module.
    const start = Date.now();
    let now = start;
    let reading = 0n;
    for (; next < plan.length && now - start < sliceLength; now = Date.now()) {
      const { found, file, id, place } = plan[next] as PlannedFile;
      const asked = process.hrtime.bigint();
      const content = readers.of(place.within).read(found.path, { maxBytes: place.maxBytes });
      reading += process.hrtime.bigint() - asked;
      results[next++] = ruleIn(content, found, file, id, place);
    }
    isFast = Number(reading) / (next - first) < slowRead;
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

/** A reader for each root that files are read from. */
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
 * A file of a root with the id of its rule: `scope:path`, with the path in the project; for roots outside it, the path in the root, so that the id
 * is the same on every machine. Should two such roots of one scope hold the same path, the later one gets a number.
 *
 * @param ownerOf the file that has an id already.
 */
export function planFile(
  found: FoundFile,
  place: RootPlace,
  projectDir: string,
  ownerOf: (id: string) => PlannedFile | undefined,
): PlannedFile {
  const inside = pathInside(projectDir, found.path);
  const wanted = `${place.root.scope ?? "project"}:${inside ?? found.inRoot}`;
  const isTaken = (id: string): boolean => {
    const owner = ownerOf(id);
    return owner !== undefined && (owner.place !== place || owner.found.path !== found.path);
  };
  let id = wanted;
  for (let number = 2; isTaken(id); number += 1) id = `${wanted}#${number}`;
  return { found, place, file: inside ?? shownPath(projectDir, found.path), id };
}
