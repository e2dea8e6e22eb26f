import { readFileInSync, statusIn, type Root } from "@precept/files";

/** The directory with the backup of the files that Precept changed, relative to the project. Git ignores it. */
export const backupDir = ".precept/backup";

/** The journal of the backup, relative to the project: one line per event, appended. */
export const journalPath: string = `${backupDir}/originals.jsonl`;

/** The last texts of exported files, relative to the project: one line per text, appended. */
export const basesPath: string = `${backupDir}/bases.jsonl`;

/** How many bytes a file may grow while it is read. */
const maxGrowth = 1_048_576;

/** Whether a text is a SHA-256 in hexadecimal, so that it can be part of a path. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Returns the path of an object of the backup, relative to the project. */
export function getObjectPath(sha256: string): string {
  return `${backupDir}/objects/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Whether a file of lines ends with a complete line. A process that is killed can leave a part of one. */
export function endsInLine(root: Root, path: string): boolean {
  const size = statusIn(root, path, "none")?.size ?? 0;
  if (size === 0) return true;
  const content = readFileInSync(root, path, { maxBytes: size + maxGrowth, links: "none" });
  return content.kind !== "bytes" || content.bytes.at(-1) === 0x0a;
}
