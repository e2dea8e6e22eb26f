import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { openIn, openRoot, realPathAt, sha256 } from "@precept/files";

/**
 * Returns a hash of the files of a model. Equal files have the same revision in every directory and on every machine.
 *
 * @throws the system's error.
 */
export async function hashModelFiles(dir: string, paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const path of paths) lines.push(`${basename(path)} ${await hashFile(join(dir, path))}`);
  return sha256(lines.join("\n")).slice(0, 16);
}

/** Reads in chunks, because models may have gigabytes. Follows links, because the hub's cache consists of links. */
async function hashFile(path: string): Promise<string> {
  const real = realPathAt(path) ?? path;
  await using file = await openIn(openRoot(dirname(real)), real, "read");
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(1_048_576);
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(chunk.subarray(0, bytesRead));
  }
}
