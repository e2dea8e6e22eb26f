import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads all files below a directory of a project, by path. Returns none if the directory is missing. */
export function readTexts(dir: string, below: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (lstatSync(join(dir, below), { throwIfNoEntry: false })?.isDirectory() !== true) return texts;
  for (const entry of readdirSync(join(dir, below), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.precept-(?:tmp|lock)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    texts.set(path.slice(dir.length + 1), readFileSync(path, "utf8"));
  }
  return texts;
}

/** Reads all native rules and items of a project and the files of its skills, also in nested directories, by path. */
export function readNativeTexts(dir: string): ReadonlyMap<string, string> {
  const pattern = /(?:^|\/)\.precept\/(?:(?:rules|skills|commands|agents|mcp)\/|ignore$|permissions\.yaml$)/;
  return new Map([...readTexts(dir, ".")].filter(([path]) => pattern.test(path)));
}
