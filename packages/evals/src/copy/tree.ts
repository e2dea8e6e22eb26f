import { listDirectory, openRoot, readFileIn, sha256, type Root } from "@precept/files";

/** The files of a directory, by their paths, with digests of their contents. */
export type Tree = ReadonlyMap<string, string>;

/** A file that an agent created, changed or deleted. */
export interface ChangedFile {
  readonly path: string;
  /** Undefined if it was deleted, is larger than the limit, or is no text. */
  readonly text: string | undefined;
  readonly kind: "created" | "changed" | "deleted";
}

/** The size of the largest file that is compared and recorded, in bytes. Larger ones only count as changed. */
const maxComparedBytes = 1_000_000;

/** How many files of a copy are compared. */
const maxComparedFiles = 50_000;

/** Directories that no policy is about: what programs install and git stores. */
const skipped = new Set(["node_modules", ".git", ".venv", "__pycache__"]);

/** Reads the digests of all files of a directory. */
export async function readTree(dir: string): Promise<Tree> {
  const root = openRoot(dir);
  const tree = new Map<string, string>();
  for (const path of await listTree(root)) tree.set(path, await digestOf(root, path));
  return tree;
}

/** Compares a directory with what it was, and reads the changed files. In the order of their paths. */
export async function changesIn(dir: string, before: Tree): Promise<readonly ChangedFile[]> {
  const root = openRoot(dir);
  const after = await readTree(dir);
  const changes: ChangedFile[] = [];
  for (const [path, digest] of after) {
    if (before.get(path) === digest) continue;
    changes.push({ path, text: await textOf(root, path), kind: before.has(path) ? "changed" : "created" });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ path, text: undefined, kind: "deleted" });
  return changes.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Lists the files of a directory, relative to it, without installed packages. */
export async function listTree(root: Root): Promise<readonly string[]> {
  const files: string[] = [];
  const visit = async (path: string): Promise<void> => {
    for (const entry of await listDirectory(root, path).catch(() => [])) {
      if (files.length >= maxComparedFiles) return;
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) files.push(inside);
      else if (!skipped.has(entry.name)) await visit(inside);
    }
  };
  await visit("");
  return files.toSorted();
}

async function digestOf(root: Root, path: string): Promise<string> {
  const content = await readFileIn(root, path, { maxBytes: maxComparedBytes });
  if (content.kind === "bytes") return sha256(content.bytes);
  return content.kind === "tooLarge" ? `size ${content.size}` : content.kind;
}

/** Undefined for a file that is no text. */
async function textOf(root: Root, path: string): Promise<string | undefined> {
  const content = await readFileIn(root, path, { maxBytes: maxComparedBytes });
  if (content.kind !== "bytes" || content.bytes.includes(0)) return undefined;
  return content.bytes.toString("utf8");
}
