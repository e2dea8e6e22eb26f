import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { run, runPnpm } from "./run.ts";
import type { Manifest, WorkspacePackage } from "./published.ts";

/** A package as npm would receive it. */
export interface Tarball {
  readonly path: string;
  readonly manifest: Manifest;
  /** Paths in the package, with `/`. */
  readonly files: readonly string[];
}

/** Packs built packages into a directory, with the `package.json` that would be published. */
export async function packAll(
  packages: readonly WorkspacePackage[],
  repository: string,
  into: string,
): Promise<readonly Tarball[]> {
  await mkdir(into, { recursive: true });
  const filters = packages.flatMap(({ manifest }) => ["--filter", manifest.name]);
  await runPnpm([...filters, "--recursive", "pack", "--pack-destination", into], { cwd: repository });
  const names = (await readdir(into)).filter((name) => name.endsWith(".tgz")).toSorted();
  return Promise.all(names.map((name) => readTarball(join(into, name))));
}

async function readTarball(path: string): Promise<Tarball> {
  const options = { cwd: import.meta.dirname };
  const { output } = await run("tar", ["-tzf", path], options);
  const manifest = await run("tar", ["-xzOf", path, "package/package.json"], options);
  return {
    path,
    manifest: JSON.parse(manifest.output) as Manifest,
    files: output
      .trim()
      .split(/\r?\n/)
      .map((file) => file.replace(/^package\//, "")),
  };
}
