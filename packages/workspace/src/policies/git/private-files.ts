import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The directory in a git directory where Precept stores what git has no place for. */
export function preceptDir({ gitDir }: { readonly gitDir: string }): string {
  return join(gitDir, "precept");
}

/** Makes that directory, for its owner only, also if an earlier version made it for everyone. */
export async function makePreceptDir(repository: { readonly gitDir: string }): Promise<string> {
  const dir = preceptDir(repository);
  await makePrivateDirectory(dir);
  await chmod(dir, 0o700);
  return dir;
}

/** Makes a directory for its owner only, and those on the way to it. */
export async function makePrivateDirectory(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
}

/** Writes a file that only its owner can read. */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
}

/** Writes a file that only its owner can read, whole or not at all. */
export async function replacePrivateFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writePrivateFile(draft, content);
  await rename(draft, path);
}
