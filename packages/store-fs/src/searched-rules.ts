import { relative } from "node:path";
import type { Diagnostic, SearchedRules, StoredRule } from "@precept/core";
import {
  cacheRealPaths,
  directoryIn,
  isUnchangedAt,
  readFileInSync,
  readSection,
  shownPath,
  statusAt,
  toPosix,
  type Root,
  type SnapshotLocation,
  type SnapshotSection,
} from "@precept/files";
import type { CreationTimes } from "./creation-times.ts";
import { listFiles } from "./list-files.ts";
import { LoadRecord } from "./load-record.ts";
import { readState } from "./publisher.ts";
import { parseRule, refuseMemory } from "./read-rule.ts";
import { skipsNothing, type ResolvedRoot, type StoreRoots } from "./resolved-root.ts";
import { asStored, withCreationTime, type RuleFileCache } from "./rule-file-cache.ts";
import { StoredRules } from "./stored-rules.ts";
import {
  describeRules,
  parseOwners,
  searchKey,
  searchLocation,
  searchSection,
  storeSearch,
  type StoredRoot,
  type StoredSearch,
} from "./stored-search.ts";

/** A rule file that has not changed. */
interface RecalledFile {
  /** Absolute. */
  readonly path: string;
  readonly root: ResolvedRoot;
}

/** What searches need of all rules, with the diagnostics of their files. */
export interface RecalledSearch {
  readonly rules: readonly SearchedRules[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns what an earlier process stored for searches. Undefined if a file or a directory has changed since. */
export async function recallSearch(
  storeRoots: StoreRoots,
  cache: RuleFileCache,
  location: SnapshotLocation,
): Promise<RecalledSearch | undefined> {
  const section = readSection(searchLocation(location), searchSection, searchKey(storeRoots));
  const text = section?.values.get(0);
  if (section === undefined || text === undefined) return undefined;
  const { roots, fields, owners, diagnostics } = JSON.parse(text) as StoredSearch;
  const files = await compareFiles(section, roots, storeRoots);
  if (files === undefined) return undefined;
  cache.creationTimes.refresh();
  const read = (id: string, at: number, sha256: string): StoredRule | undefined =>
    readRecalled(id, sha256, files[at] as RecalledFile, storeRoots, cache.creationTimes);
  return { diagnostics, rules: parseOwners(owners, section.bytes).map((owned) => new StoredRules(owned, { fields, read })) };
}

/**
 * Loads the rules, and stores what searches need for the next process. Undefined if rules replace others: which ones
 * are found depends on all rules then.
 *
 * @param load fills the cache.
 */
export async function loadSearch(
  storeRoots: StoreRoots,
  cache: RuleFileCache,
  location: SnapshotLocation,
  load: (record: LoadRecord) => Promise<void>,
): Promise<readonly SearchedRules[] | undefined> {
  const record = new LoadRecord();
  await load(record);
  const { rules, rootDiagnostics: diagnostics } = cache;
  if (rules.some(({ replaces }) => replaces.length > 0)) return undefined;
  const positions = new Map(record.plan.map(({ id }, at) => [id, at]));
  const described = describeRules(rules, ({ id }) => positions.get(id) ?? 0);
  // The rules of an unreadable directory are missing.
  if (readState("", cache, undefined).status === "ready")
    await storeSearch(storeRoots, location, record, { ...described, diagnostics });
  const read = (id: string): StoredRule | undefined => {
    const rule = cache.withId(id)?.rule;
    return rule && asStored(rule);
  };
  return described.owners.map((owned) => new StoredRules(owned, { fields: described.fields, read }));
}

/** Reads the rule of a hit. Undefined if its file has changed in the meantime, and contains none. */
function readRecalled(
  id: string,
  sha256: string,
  { path, root }: RecalledFile,
  { projectDir }: StoreRoots,
  times: CreationTimes,
): StoredRule | undefined {
  const found = { path, relativePath: toPosix(relative(root.dir, path)) };
  const file = shownPath(projectDir, path);
  const content = readFileInSync(root.confined, path, { maxBytes: root.maxBytes });
  const parsed = parseRule(content, found, file, id, root, root.identifyMemory?.(), () => sha256);
  const read = refuseMemory(parsed, found, file, root.identifyMemory?.());
  const { rule } = withCreationTime({ found, file, id, root, ...read }, times, true);
  return rule && asStored(rule);
}

/** Returns the files of a section, in order. Undefined if a file or a directory has changed. */
async function compareFiles(
  { paths, numbers }: SnapshotSection,
  stored: readonly StoredRoot[],
  { projectDir, roots }: StoreRoots,
): Promise<readonly RecalledFile[] | undefined> {
  const memories = new Map(roots.map(({ identifyMemory }) => [identifyMemory, identifyMemory?.()]));
  const confined = new Map<Root, Root>();
  const files: RecalledFile[] = [];
  // The first entry has the content.
  let at = 1;
  for (const [order, { record, files: count, skipped }] of stored.entries()) {
    const root = roots[order] as ResolvedRoot;
    const cached = confined.get(root.confined) ?? cacheRealPaths(root.confined);
    confined.set(root.confined, cached);
    if (skipped.some((file) => !root.skips(file))) return undefined;
    if ("listing" in record) {
      if (JSON.stringify(await listFiles(root, projectDir)) !== record.listing) return undefined;
    } else {
      if (realPathOf(root, cached) !== record.real) return undefined;
      for (const end = at + record.dirs; at < end; at += 1) {
        const stats = statusAt(paths[at] as string);
        if (stats === undefined || !isUnchangedAt(numbers, at, stats)) return undefined;
      }
    }
    const memory = memories.get(root.identifyMemory);
    for (const end = at + count; at < end; at += 1) {
      const path = paths[at] as string;
      const stats = statusAt(path);
      if (stats === undefined || !stats.isFile() || !isUnchangedAt(numbers, at, stats)) return undefined;
      if (memory?.is(path, stats) === true) return undefined;
      // The paths of thousands of files are only converted if the answer can be yes.
      if (root.skips !== skipsNothing && root.skips(shownPath(projectDir, path))) return undefined;
      files.push({ path, root });
    }
  }
  return files;
}

function realPathOf({ dir }: ResolvedRoot, confined: Root): string | undefined {
  try {
    return directoryIn(confined, dir);
  } catch {
    return undefined;
  }
}
