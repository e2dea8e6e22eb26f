import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compareText, type RuleCodec } from "@precept/core";
import type { FsRoot } from "./options.ts";

/** A directory in which a tool keeps rule files, relative to the directory that they govern. */
export interface RootLocation {
  readonly dir: string;
  readonly codec: RuleCodec;
}

/** Directories that hold what was fetched or built, never what somebody wrote. Hidden directories are passed over as well. */
const passedOver = new Set(["node_modules", "bower_components", "vendor", "venv", "__pycache__", "dist", "target", "coverage"]);

const maxDirectories = 20_000;
const maxProjectDepth = 12;

/**
 * Finds the rule directories of a project: in itself, and in the directories below it, whose rules govern only those. The project's own come first, then deeper
 * ones by path; each in the order of the locations.
 */
export async function findRoots(projectDir: string, locations: readonly RootLocation[]): Promise<readonly FsRoot[]> {
  const project = resolve(projectDir);
  const bases = await findBases(project, new Set(locations.map(({ dir }) => dir.split("/")[0] ?? dir)));
  const roots = await Promise.all(
    bases.flatMap((base) =>
      locations.map(async ({ dir, codec }): Promise<FsRoot | undefined> => {
        const path = base === "" ? dir : `${base}/${dir}`;
        if (!(await isDirectory(join(project, path)))) return undefined;
        return { dir: path, scope: "project", codec, ...(base !== "" && { base }) };
      }),
    ),
  );
  return roots.filter((root) => root !== undefined);
}

/** The directories that have an entry with one of these names, relative to the project, the project itself as an empty text. */
async function findBases(project: string, names: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  let level = [""];
  let looked = 0;
  for (let depth = 0; depth <= maxProjectDepth && level.length > 0 && looked < maxDirectories; depth += 1) {
    const below: string[] = [];
    for (let at = 0; at < level.length && looked < maxDirectories; at += 64) {
      const some = level.slice(at, at + 64);
      looked += some.length;
      const listings = await Promise.all(some.map((dir) => entriesOf(join(project, dir))));
      for (const [position, entries] of listings.entries()) {
        const dir = some[position] ?? "";
        if (entries.some((entry) => names.has(entry.name))) found.push(dir);
        for (const { name } of entries.filter(isWorthEntering)) below.push(dir === "" ? name : `${dir}/${name}`);
      }
    }
    level = below;
  }
  return found.toSorted((left, right) => depthOf(left) - depthOf(right) || compareText(left, right));
}

function depthOf(dir: string): number {
  return dir === "" ? 0 : dir.split("/").length;
}

/** Links are not followed: the same rules would be found twice. */
function isWorthEntering(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith(".") && !passedOver.has(entry.name);
}

/** What can't be read holds no rules that could be used. */
async function entriesOf(dir: string): Promise<Dirent[]> {
  return readdir(dir, { withFileTypes: true }).catch(() => []);
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
