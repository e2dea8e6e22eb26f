import { chmod, chown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { onTestFinished, vi } from "vitest";

/** The id of a user that is not root. */
export const someUser = 4242;

interface ManagedDirOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** Default: the user who runs the test. `user`: a user who is not root and runs Precept. */
  readonly owner?: "user";
}

/** Creates a directory for managed policies, outside of any project, to which only its owner can write. */
export async function createManagedDir({ files = {}, owner }: ManagedDirOptions = {}): Promise<string> {
  const { dir } = await createProject(files);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
  // Any other user who runs the tests owns the directory already.
  if (owner === "user" && process.geteuid?.() === 0) {
    await chown(dir, someUser, someUser);
    const spy = vi.spyOn(process as { geteuid: () => number }, "geteuid").mockReturnValue(someUser);
    onTestFinished(() => spy.mockRestore());
  }
  return dir;
}
