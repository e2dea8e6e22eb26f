/** The suffix of temporary files. */
export const temporarySuffix = ".precept-tmp";

/** The suffix of lock files. */
export const lockSuffix = ".precept-lock";

/** Whether a path is that of a temporary file or a lock. Readers and watchers leave those out. */
export function isOwnFile(path: string): boolean {
  return path.endsWith(temporarySuffix) || path.endsWith(lockSuffix);
}
