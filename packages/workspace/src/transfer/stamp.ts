import { hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FsRoot } from "@precept/store-fs";
import { loadConfig } from "../config/load-config.ts";
import { locate } from "../location.ts";
import type { WorkspaceOptions } from "../options.ts";
import { ledgerPath } from "../places.ts";
import { rootsOf } from "../roots.ts";
import { readSettings } from "../settings.ts";

/** What an export depends on, and what it wrote, as of one moment. */
export interface ExportStamp {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Changes with every file that is written, whether or not it then holds the same as before. */
  readonly value: string;
}

/**
 * Looks at everything that the rules of a project are read from, and at everything that an export wrote, without opening a file: a fraction of the
 * time that reading them takes. While the stamp stays the same, so does what an export has to do.
 *
 * @param extra whatever else the export depends on.
 * @returns undefined where not all rules are in files.
 * @throws PreceptError `OPTION_INVALID` where there is no such directory.
 */
export async function stampExport(dir: string, options: WorkspaceOptions, extra: string): Promise<ExportStamp | undefined> {
  const location = locate(dir, options);
  const { root } = location;
  const { config = {} } = await loadConfig(root);
  const settings = readSettings(options, config, location);
  if (settings.sqlite !== undefined) return undefined;
  const ledger = readText(join(root, ledgerPath));
  const lines = [extra, JSON.stringify(config), ledger];
  for (const one of await rootsOf(settings, location, false)) stampRoot(root, one, lines);
  for (const path of pathsIn(ledger)) lines.push(stampAt(root, path));
  return { root, value: hash("sha256", lines.join("\n")) };
}

function stampRoot(project: string, { dir, files, base, codec }: FsRoot, lines: string[]): void {
  lines.push(`${codec.id} ${base ?? ""} ${dir}`);
  const absolute = resolve(project, dir);
  for (const path of files ?? listAll(absolute)) lines.push(stampAt(absolute, path));
}

/** Everything in a directory and below. */
function listAll(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: "utf8" }).toSorted();
  } catch {
    return [];
  }
}

/** Nobody can set the time of the last change to a file's entry: one that was given an old date is noticed as well. */
function stampAt(dir: string, path: string): string {
  try {
    const found = statSync(join(dir, path), { throwIfNoEntry: false });
    return found === undefined ? path : `${path} ${found.size} ${found.ctimeMs} ${found.ino}`;
  } catch {
    // A link to itself, for example.
    return path;
  }
}

/** The paths in a ledger, which has a line for each. */
function pathsIn(ledger: string): readonly string[] {
  return Array.from(ledger.matchAll(/^ {4}("(?:[^"\\]|\\.)*"): \{/gm), ([, path]) => JSON.parse(path ?? '""') as string);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
