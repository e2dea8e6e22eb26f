import {
  appendFile,
  createFile,
  kindIn,
  makeDirectory,
  readFileInSync,
  setMode,
  statusIn,
  type Lock,
  type Root,
} from "@precept/files";

/** The directory with the backup of the files that Precept changed, relative to the project. Git ignores it. */
export const backupDir = ".precept/backup";

/** How files of the backup are written: only the user can read them, and no link leads to them. */
export const privateFile = { links: "none", isPrivate: true } as const;

/** How many bytes a file may grow while it is read. */
const maxGrowth = 1_048_576;

/** Reads JSON values, one per line; undefined for damaged lines. Returns undefined for an unreadable file. */
export function readJsonLines(root: Root, path: string, maxBytes: number): readonly unknown[] | undefined {
  if (statusIn(root, path, "none") === undefined) return [];
  const content = readFileInSync(root, path, { maxBytes, links: "none" });
  if (content.kind === "missing") return [];
  if (content.kind !== "bytes") return undefined;
  const lines = content.bytes.toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map(parse);
}

/** Appends JSON values to a file of the backup, one per line. Returns its size in bytes. */
export async function appendJsonLines(root: Root, path: string, values: readonly object[], lock: Lock): Promise<number> {
  await makeBackupDirectory(root);
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const options = { ...privateFile, beforeRename: lock.assertHeld };
  return await appendFile(root, path, endsInLine(root, path) ? text : `\n${text}`, options);
}

/** Creates the directory of the backup, with a `.gitignore` for all of its files. */
export async function makeBackupDirectory(root: Root): Promise<void> {
  await makeDirectory(root, backupDir, privateFile);
  const ignoreFile = `${backupDir}/.gitignore`;
  if (kindIn(root, ignoreFile, "none") === "file") return;
  // A clone can contain the directory, readable for others.
  await setMode(root, backupDir, 0o700);
  await createFile(root, ignoreFile, "*\n", privateFile);
}

/** Whether a file ends with a complete line. A process that is killed can leave a part of one. */
function endsInLine(root: Root, path: string): boolean {
  const size = statusIn(root, path, "none")?.size ?? 0;
  if (size === 0) return true;
  const content = readFileInSync(root, path, { maxBytes: size + maxGrowth, links: "none" });
  return content.kind !== "bytes" || content.bytes.at(-1) === 0x0a;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
