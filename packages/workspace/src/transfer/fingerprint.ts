import { withEnvironment } from "../environment.ts";
import { hash } from "node:crypto";
import { resolve, sep } from "node:path";
import { compareText } from "@precept/core";
import {
  directoryIn,
  cacheRealPaths,
  kindIn,
  listDirectorySync,
  readFileInSync,
  rootFor,
  statusAt,
  statusIn,
  toPosix,
  type Root,
  type SnapshotLocation,
} from "@precept/files";
import type { FsRoot } from "@precept/store-fs";
import { locateWorkspace, snapshotLocation } from "../location.ts";
import type { WorkspaceOptions } from "../options.ts";
import { planSettings } from "../plan-settings.ts";
import { findRuleRoots } from "../roots.ts";
import { describeStatus, inputFile, ledgerPath, maxLedgerBytes, type ExportInputs } from "@precept/transfer";

/** A fingerprint of the rule files and settings that an export reads. */
export interface ExportFingerprint {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Where the result of the export is remembered. */
  readonly snapshot: SnapshotLocation | undefined;
  /** Returns the inputs that the fingerprint does not cover. */
  readonly selectOthers: (inputs: ExportInputs) => ExportInputs;
  /** A digest that changes with every write to a file. @param inputs what the export depended on. */
  readonly digest: (inputs: ExportInputs) => string;
}

/**
 * Computes the fingerprint of all rule files of a project from file metadata, without opening them, in a fraction of
 * the time that reading takes. While the fingerprint is the same, an export has the same result.
 *
 * @returns undefined if not all rules are in files.
 * @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`.
 */
export async function fingerprintExport(dir: string, given: WorkspaceOptions): Promise<ExportFingerprint | undefined> {
  const options = withEnvironment(given);
  const location = locateWorkspace(dir, options);
  const { root } = location;
  const snapshot = snapshotLocation(location, options);
  const { config, trust, settings } = await planSettings(location, options, {});
  // `detected` also stands for tools whose rules are not read.
  const all = { ...settings, dialects: undefined };
  if (settings.sqlite !== undefined) return undefined;
  const project = cacheRealPaths(trust.project);
  const ledger = readText(project, ledgerPath);
  const { roots } = await findRuleRoots(all, location, false, { snapshot });
  const files = new Map<string, string>();
  for (const one of roots) addFiles(project, one, files);
  const directories = roots.map(({ dir: one, base = "", codec }) => `${codec.id} ${base} ${one}`);
  const lines = [JSON.stringify(config), ledger, ...directories, ...[...files].flat()];
  return {
    root,
    snapshot,
    selectOthers: (inputs) => new Map([...inputs].filter(([key]) => !files.has(`${toPosix(root)}/${inputFile(key) ?? ""}`))),
    digest: (inputs) => hash("sha256", [...lines, ...[...inputs].flat()].join("\n")),
  };
}

/** Adds the descriptions of the files in a root, by their absolute paths with `/`. */
function addFiles(project: Root, { dir, files }: FsRoot, descriptions: Map<string, string>): void {
  const absolute = resolve(project.dir, dir);
  const root = rootFor(project, absolute);
  if (files === undefined) return addDirectory(root, absolute, descriptions);
  for (const path of files.map((name) => resolve(absolute, name)))
    descriptions.set(toPosix(path), describeStatus(statusIn(root, path)));
}

/** Adds what is below a directory, also through links that stay inside. @param entered the real paths of the parents. */
function addDirectory(root: Root, dir: string, descriptions: Map<string, string>, entered: readonly string[] = []): void {
  try {
    const real = directoryIn(root, dir);
    if (entered.includes(real)) return;
    for (const entry of listDirectorySync(root, dir).toSorted((left, right) => compareText(left.name, right.name))) {
      const path = dir + sep + entry.name;
      const isLink = entry.isSymbolicLink();
      // What is no link is inside, as the directory is.
      const status = isLink ? statusIn(root, path) : statusAt(real + sep + entry.name);
      descriptions.set(toPosix(path), describeStatus(status));
      if (!entry.isDirectory() && !(isLink && kindIn(root, path) === "directory")) continue;
      addDirectory(root, path, descriptions, [...entered, real]);
    }
  } catch {
    // A directory that cannot be read has no files.
  }
}

function readText(root: Root, path: string): string {
  const content = readFileInSync(root, path, { maxBytes: maxLedgerBytes });
  return content.kind === "bytes" ? content.bytes.toString("utf8") : "";
}
