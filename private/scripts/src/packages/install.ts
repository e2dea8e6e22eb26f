import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";
import type { Tarball } from "./pack.ts";

/** What an installation put on the disk. */
export interface Installed {
  readonly bytes: number;
  readonly packages: number;
}

const npmInstall = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

/**
 * Installs packed packages with npm in a new directory. Packages of Precept come from `tarballs`, all others from the registry.
 *
 * @param extra other packages, as `name` or `name@range`
 */
export async function installIn(
  dir: string,
  names: readonly string[],
  tarballs: readonly Tarball[],
  extra: readonly string[] = [],
): Promise<Installed> {
  await mkdir(dir, { recursive: true });
  const overrides = Object.fromEntries(tarballs.map(({ manifest, path }) => [manifest.name, `file:${path}`]));
  const dependencies = Object.fromEntries(names.map((name) => [name, overrides[name]]));
  await writeFile(join(dir, "package.json"), JSON.stringify({ private: true, type: "module", dependencies, overrides }));
  await run("npm", [...npmInstall, ...extra], { cwd: dir });
  const lock = JSON.parse(await readFile(join(dir, "node_modules/.package-lock.json"), "utf8")) as { packages: object };
  return { packages: Object.keys(lock.packages).length, bytes: await sizeOf(join(dir, "node_modules")) };
}

/** Installs a release of Node from the package `node`. Returns its program. */
export async function installNode(dir: string, release: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "package.json"), "{}");
  await run("npm", [...npmInstall, "--foreground-scripts", `node@${release}`], { cwd: dir });
  return join(dir, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
}

async function sizeOf(dir: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
