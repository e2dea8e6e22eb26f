import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRoot, type Root } from "./root.ts";

/** Creates a temporary directory that only the user can read. The caller has to remove it. */
export async function createTemporaryDirectory(prefix: string): Promise<Root> {
  return openRoot(await mkdtemp(join(tmpdir(), prefix)));
}

/** Removes a directory and everything in it. Links in it are removed, not followed. */
export async function removeDirectory({ real }: Root): Promise<void> {
  await rm(real, { recursive: true, force: true });
}
