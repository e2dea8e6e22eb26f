/** The directory with the backup of the files that Precept changed, relative to the project. Git ignores it. */
export const backupDir = ".precept/backup";

/** The journal of the backup, relative to the project: one line per event, appended. */
export const journalPath = `${backupDir}/originals.jsonl`;

/** Whether a text is a SHA-256 in hexadecimal, so that it can be part of a path. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Returns the path of an object of the backup, relative to the project. */
export function getObjectPath(sha256: string): string {
  return `${backupDir}/objects/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Returns the path of the base of an exported file, relative to the project. */
export function getBasePath(sha256: string): string {
  return `${backupDir}/bases/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}
