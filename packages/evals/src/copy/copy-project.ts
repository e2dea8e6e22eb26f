import { dirname, join } from "node:path";
import {
  createFileSync,
  createLinkSync,
  linkTextIn,
  makeDirectory,
  openRoot,
  pathInside,
  putFile,
  readFileIn,
  statusIn,
  type Root,
} from "@precept/files";

/** What an agent starts from. */
export interface StartFiles {
  /** The directory whose files are copied, absolute. */
  readonly from: string;
  /** The files of it, relative to it. */
  readonly paths: readonly string[];
  /** Files that are added, by path. */
  readonly added: Readonly<Record<string, string>>;
}

/** A file over this size is not copied, in bytes. */
const maxCopiedBytes = 32_000_000;

/** Files of Precept that no agent may see: the cases say what is expected, and the state belongs to this machine. */
const hidden = [".precept/evals", ".precept/state", ".precept/audit", ".precept/local", ".git"];

/** Copies the files that an agent starts from. Links out of the directory are left out. Returns the paths of files that were not copied. */
export async function copyStart({ from, paths, added }: StartFiles, to: string): Promise<readonly string[]> {
  const source = openRoot(from);
  const target = openRoot(to);
  const uncopied: string[] = [];
  for (const path of paths) {
    if (hidden.some((dir) => path === dir || path.startsWith(`${dir}/`))) continue;
    if (!(await copyFile(source, target, path))) uncopied.push(path);
  }
  for (const [path, text] of Object.entries(added)) {
    await makeDirectory(target, dirname(path));
    await putFile(target, path, text);
  }
  return uncopied;
}

async function copyFile(source: Root, target: Root, path: string): Promise<boolean> {
  const status = statusIn(source, path, "entry");
  // It was listed, and is deleted in the working tree.
  if (status === undefined) return true;
  if (status.isSymbolicLink()) {
    const link = linkTextIn(source, path) ?? "";
    const leadsTo = pathInside(source.dir, join(source.dir, dirname(path), link));
    return leadsTo !== undefined && createLinkSync(target, path, link);
  }
  const content = await readFileIn(source, path, { maxBytes: maxCopiedBytes, links: "none" });
  if (content.kind !== "bytes") return false;
  return createFileSync(target, path, content.bytes, { executable: (status.mode & 0o111) !== 0 });
}
