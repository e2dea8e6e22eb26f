import { pushAll } from "@precept/core";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { directoryIn, kindIn, locate, pathInside } from "@precept/files";
import { isRuleFile } from "./list-files.ts";
import { loadRoots, planFile, readAll } from "./load.ts";
import type { ReadFile } from "./read-rule.ts";
import type { ResolvedRoot, StoreRoots } from "./resolved-root.ts";
import type { PlannedFile, RuleFileCache, CachedRuleFile } from "./rule-file-cache.ts";
import type { RootWatcher } from "./watch.ts";

/** The delays between attempts to read an incomplete file, in milliseconds: 100 ms in total. */
const retryDelays = [1, 2, 4, 8, 16, 32, 37];

/**
 * Reads changed paths again, and yields when the cache was updated: immediately, and up to 100 ms later for files
 * without a rule, which another process is probably still writing.
 */
export async function* rescan(
  paths: ReadonlySet<string>,
  storeRoots: StoreRoots,
  cache: RuleFileCache,
  watcher: RootWatcher | undefined,
): AsyncIterable<void> {
  const files: PlannedFile[] = [];
  const rootsToList: ResolvedRoot[] = [];
  for (const root of storeRoots.roots) {
    // The targets of its links may have changed.
    if (watcher?.takeLinkedChange(root) === true && ![...paths].every((path) => isUnlinkedFile(path, root, cache))) {
      rootsToList.push(root);
      continue;
    }
    const targets: (ScanTarget | undefined)[] = [];
    for (const path of paths)
      targets.push(
        findTarget(path, root, storeRoots.projectDir, cache, (id) => cache.withId(id) ?? files.find((file) => file.id === id)),
      );
    // Links and directories need a listing of the root.
    if (targets.includes("list")) rootsToList.push(root);
    else
      pushAll(
        files,
        targets.filter((one) => typeof one === "object"),
      );
  }
  let { finished, incomplete } = await readFiles(files, cache);
  // Incomplete files that a listing finds are read again as well.
  const unfinished: ScannedFile[] = [];
  const defers = (planned: PlannedFile, read: ReadFile): boolean => {
    const scanned = { ...planned, ...read, isGone: false };
    if (isFinished(scanned, cache) || wasAlreadyInvalid(scanned, cache)) return false;
    unfinished.push(scanned);
    return true;
  };
  if (rootsToList.length > 0) await loadRoots(storeRoots, cache, { which: rootsToList, watcher, defers });
  incomplete = [...incomplete, ...unfinished];
  for (const file of finished) updateCache(file, cache);
  yield;
  for (const delay of retryDelays) {
    if (incomplete.length === 0) break;
    await setTimeout(delay);
    ({ finished, incomplete } = await readFiles(incomplete, cache));
    for (const file of finished) updateCache(file, cache);
    yield;
  }
  for (const file of incomplete) updateCache(file, cache);
  yield;
}

/** What to read because of a changed path: one file, or the whole root. */
type ScanTarget = PlannedFile | "list";

/** Returns what to read because of a changed path; undefined if the path does not concern the root. */
function findTarget(
  path: string,
  root: ResolvedRoot,
  projectDir: string,
  cache: RuleFileCache,
  ownerOf: (id: string) => PlannedFile | undefined,
): ScanTarget | undefined {
  const relativePath = pathInside(root.dir, path);
  // The other files of this directory are not rule files.
  if (root.options.files !== undefined)
    return relativePath !== undefined && root.options.files.includes(relativePath) ? "list" : undefined;
  if (relativePath === undefined) return pathInside(path, root.dir) === undefined ? undefined : "list";
  if (relativePath === "") return "list";
  const found = { path, relativePath };
  const planned = planFile(found, root, projectDir, ownerOf);
  const cached = ownerOf(planned.id);
  const kind = kindIn(root.confined, path, "entry");
  const isRule = isRuleFile(root.options, relativePath) && !root.skips(planned.file);
  if (kind === undefined) {
    if (cached !== undefined) return planned;
    return cache.mentions(root, path, planned.file) ? "list" : undefined;
  }
  if (kind !== "file") return "list";
  if (!isRule) return root.options.codec.ignored === undefined && !cache.mentions(root, path, planned.file) ? undefined : "list";
  return cached !== undefined || hasNoLinks(found, root) ? planned : "list";
}

/** Whether a path is a cached file that is not a link, and no link leads to it. */
function isUnlinkedFile(path: string, root: ResolvedRoot, cache: RuleFileCache): boolean {
  const cached = cache.at(root, path);
  if (cached === undefined || cached.found.real !== undefined || kindIn(root.confined, path, "entry") !== "file") return false;
  return cache.files.every((file) => file.found.real !== path);
}

function hasNoLinks({ path, relativePath }: PlannedFile["found"], { dir, confined }: ResolvedRoot): boolean {
  try {
    return locate(confined, path) === join(directoryIn(confined, dir), relativePath);
  } catch {
    return false;
  }
}

/** A file that was read again, or no longer exists. */
type ScannedFile = CachedRuleFile & { readonly isGone: boolean };

async function readFiles(
  files: readonly PlannedFile[],
  cache: RuleFileCache,
): Promise<{ readonly finished: readonly ScannedFile[]; readonly incomplete: readonly ScannedFile[] }> {
  const read = await readAll(files);
  const finished: ScannedFile[] = [];
  const incomplete: ScannedFile[] = [];
  for (const [at, { found, file, id, root }] of files.entries()) {
    const { rule, diagnostics, isMemory = false } = read[at] as ReadFile;
    const isGone = rule === undefined && kindIn(root.confined, found.path, "entry") === undefined;
    const scanned = { found, file, id, root, diagnostics, isGone, isMemory, ...(rule !== undefined && { rule }) };
    (isFinished(scanned, cache) ? finished : incomplete).push(scanned);
  }
  return { finished, incomplete };
}

function isFinished(file: ScannedFile, cache: RuleFileCache): boolean {
  if (file.isGone || file.isMemory === true) return true;
  return file.rule !== undefined && (file.rule.content !== "" || cache.at(file.root, file.found.path)?.rule?.content === "");
}

/** Whether the cached file had the same diagnostics: then it is invalid rather than incomplete. */
function wasAlreadyInvalid({ root, found, diagnostics }: ScannedFile, cache: RuleFileCache): boolean {
  const cached = cache.at(root, found.path);
  return cached !== undefined && cached.diagnostics.length > 0 && isDeepStrictEqual(cached.diagnostics, diagnostics);
}

function updateCache({ isGone, ...file }: ScannedFile, cache: RuleFileCache): void {
  const cached = cache.at(file.root, file.found.path);
  if (!isGone) cache.set(file);
  else if (cached !== undefined) cache.remove(cached);
}
