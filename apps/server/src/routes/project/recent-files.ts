import { listFirstFiles } from "@precept/workspace/project-files";

/** How long a list of files is used, in milliseconds, and at least how many times as long as listing them takes. */
const [freshMs, freshTimes] = [5000, 20];
/** How long a list stays in memory without requests, in milliseconds. */
const unusedMs = 60_000;

interface RecentFiles {
  /** Replaced when a newer list is complete. */
  files: Promise<readonly string[]> | undefined;
  /** Infinity while a newer list is awaited. In milliseconds, as `performance.now()`. */
  freshUntil: number;
  usedAt: number;
}

const recent = new Map<string, RecentFiles>();

/**
 * Lists the files of a project, for suggestions, which clients ask for with every key. Returns a list of the last seconds,
 * or an older one while a newer one is awaited.
 */
export function recentFiles(root: string): Promise<readonly string[]> {
  const now = performance.now();
  for (const [key, { usedAt }] of recent) if (usedAt + unusedMs < now) recent.delete(key);
  const known: RecentFiles = recent.get(root) ?? { files: undefined, freshUntil: 0, usedAt: now };
  recent.set(root, known);
  known.usedAt = now;
  if (known.files !== undefined && known.freshUntil > now) return known.files;
  known.freshUntil = Infinity;
  const newer = list(root, known);
  // The request after a failure lists the files again.
  newer.catch(() => recent.delete(root));
  known.files ??= newer;
  return known.files;
}

async function list(root: string, known: RecentFiles): Promise<readonly string[]> {
  const start = performance.now();
  const { files } = await listFirstFiles(root);
  const end = performance.now();
  known.files = Promise.resolve(files);
  known.freshUntil = end + Math.max(freshMs, freshTimes * (end - start));
  return files;
}
