import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openWorkspace, type Workspace } from "@precept/workspace";

/** A temporary project. Disposal closes and deletes it. */
export interface TemporaryProject extends AsyncDisposable {
  readonly workspace: Workspace;
}

/** Creates a temporary project with these files, which the user does not trust, and opens it. */
export async function openProject(files: Readonly<Record<string, string>>): Promise<TemporaryProject> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "precept-weaken-")));
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, "shop", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const workspace = await openWorkspace(join(dir, "shop"), { home: join(dir, "home") });
  return {
    workspace,
    async [Symbol.asyncDispose]() {
      await workspace[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
