import { hash } from "node:crypto";
import { resolve } from "node:path";
import { compareText } from "@precept/core";
import { directoryIn, forOnePass, kindIn, listDirectorySync, readFileInSync, rootFor, statusIn, type Root } from "@precept/files";
import type { FsRoot } from "@precept/store-fs";
import { loadConfig } from "../config/load-config.ts";
import { locate } from "../location.ts";
import type { WorkspaceOptions } from "../options.ts";
import { ledgerPath } from "../places.ts";
import { rootsOf } from "../roots.ts";
import { readSettings } from "../settings.ts";
import { readTrust } from "../trust.ts";
import { maxLedgerBytes } from "./ledger-file.ts";

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
 * @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`.
 */
export async function stampExport(dir: string, options: WorkspaceOptions, extra: string): Promise<ExportStamp | undefined> {
  const location = locate(dir, options);
  const { root } = location;
  const { config = {} } = await loadConfig(root);
  const trust = await readTrust(location, options);
  const { settings } = readSettings(options, config, location, trust);
  if (settings.sqlite !== undefined) return undefined;
  const project = forOnePass(trust.project);
  const ledger = readText(project, ledgerPath);
  const lines = [extra, JSON.stringify(config), ledger];
  for (const one of (await rootsOf(settings, location, false)).roots) stampRoot(project, one, lines);
  for (const path of pathsIn(ledger)) lines.push(stampAt(project, path));
  return { root, value: hash("sha256", lines.join("\n")) };
}

function stampRoot(project: Root, { dir, files, base, codec }: FsRoot, lines: string[]): void {
  lines.push(`${codec.id} ${base ?? ""} ${dir}`);
  const absolute = resolve(project.dir, dir);
  const root = rootFor(project, absolute);
  for (const path of files?.map((name) => resolve(absolute, name)) ?? listAll(root, absolute)) lines.push(stampAt(root, path));
}

/** Everything in a directory and below, through links that stay inside. @param entered the real paths of the directories on the way. */
function listAll(root: Root, dir: string, entered: readonly string[] = []): readonly string[] {
  try {
    const real = directoryIn(root, dir);
    if (entered.includes(real)) return [];
    return listDirectorySync(root, dir)
      .toSorted((left, right) => compareText(left.name, right.name))
      .flatMap((entry) => {
        const path = resolve(dir, entry.name);
        const isDirectory = entry.isDirectory() || (entry.isSymbolicLink() && kindIn(root, path) === "directory");
        return isDirectory ? [path, ...listAll(root, path, [...entered, real])] : [path];
      });
  } catch {
    return [];
  }
}

/** Nobody can set the time of the last change to a file's entry: one that was given an old date is noticed as well. */
function stampAt(root: Root, path: string): string {
  const found = statusIn(root, path);
  return found === undefined ? path : `${path} ${found.size} ${found.ctimeMs} ${found.ino}`;
}

/** The paths in a ledger, which has a line for each. */
function pathsIn(ledger: string): readonly string[] {
  return Array.from(ledger.matchAll(/^ {4}("(?:[^"\\]|\\.)*"): \{/gm), ([, path]) => JSON.parse(path ?? '""') as string);
}

function readText(root: Root, path: string): string {
  const content = readFileInSync(root, path, { maxBytes: maxLedgerBytes });
  return content.kind === "bytes" ? content.bytes.toString("utf8") : "";
}
