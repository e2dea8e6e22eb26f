import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The repository. */
export const root: string = join(import.meta.dirname, "../../../..");

/** The directories in `examples` with a program that needs no framework. */
export const examplePrograms: readonly string[] = ["chat", "library", "mcp-client"];

/** What the checks read of a `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  readonly engines?: { readonly node?: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package of this repository. */
export interface WorkspacePackage {
  /** Relative to the repository, with `/`. */
  readonly dir: string;
  readonly manifest: Manifest;
}

/** Every package of the repository, or of a copy of it. */
export async function workspacePackages(repository: string = root): Promise<readonly WorkspacePackage[]> {
  const groups = ["packages", "apps", "private", "private/frameworks", "examples"];
  const nested = await Promise.all(
    groups.map(async (group) => (await readdir(join(repository, group))).map((name) => `${group}/${name}`)),
  );
  // After a package was moved, git leaves its directory with the files that it ignores.
  const dirs = nested
    .flat()
    .filter((dir) => dir !== "examples/storefront" && existsSync(join(repository, dir, "package.json")))
    .toSorted();
  return Promise.all(dirs.map(async (dir) => ({ dir, manifest: await readManifest(join(repository, dir)) })));
}

/** The packages that npm users can install. */
export async function publishedPackages(): Promise<readonly WorkspacePackage[]> {
  return (await workspacePackages()).filter(({ manifest }) => manifest.private !== true);
}

async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dir, "package.json"), "utf8")) as Manifest;
}
