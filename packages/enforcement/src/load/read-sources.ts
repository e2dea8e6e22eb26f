import { dirname, join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pushAll, compareText, nearestNames, type Diagnostic } from "@precept/core";
import type { CompiledStarter } from "@precept/governance";
import {
  describeUnread,
  kindIn,
  listDirectory,
  locate,
  messageOf,
  noFile,
  readFileIn,
  type FileStatus,
  type Root,
  rootFor,
} from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { policiesDir, systemManagedDir } from "../paths.ts";
import type { PolicySourceOf } from "../policy-source.ts";
import { guardManagedDirectory } from "./managed-guard.ts";
import type { EnforcementProject } from "../project.ts";

/** A YAML text with policies, or policies that were compiled from one. */
export interface PolicySource {
  /** The name in diagnostics: a path relative to the project, an absolute one outside of it, or `starter:NAME`. */
  readonly name: string;
  /** Empty if the policies are compiled. */
  readonly text: string;
  /** The status of the file before it was read, or `noFile`. */
  readonly status: FileStatus;
  readonly starter?: CompiledStarter;
  readonly source: PolicySourceOf;
}

export interface ReadSources {
  /** In order of precedence. */
  readonly sources: readonly PolicySource[];
  /** Whether a source could not be read. */
  readonly isUnreadable: (name: string) => boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** The delay before an empty file is read again, in milliseconds: editors truncate files before they write them. */
const retryDelay = 25;
const maxRetries = 4;
/** The age of a file, in milliseconds, above which it is not read again. */
const recentAge = 1000;

const policyFile = /^[^.].*\.ya?ml$/i;
/** The maximum size of a policy file, in bytes. */
const maxBytes = 1_048_576;
/** The maximum number of entries in a policy directory. */
const maxEntries = 20_000;
/** The maximum depth of a policy directory. */
const maxDepth = 32;

/** Reads the policy files of managed directories, of the project and of configured directories, and the starters. */
export async function readSources({ confined: project, settings, configFile }: EnforcementProject): Promise<ReadSources> {
  const { managedDirs, dirs, starters } = settings;
  const root = project.dir;
  const sources: PolicySource[] = [];
  const diagnostics: Diagnostic[] = [];
  const unreadable = new Set<string>();
  const read = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const file = displayPath(root, path);
      unreadable.add(file);
      diagnostics.push(report("policies/unreadable", { file }, `"${file}" cannot be read: ${messageOf(error)}.`));
    }
  };
  const readDirectory = async (dir: string, mayBeMissing: boolean, accept?: (path: string) => boolean): Promise<void> => {
    // A directory that the user passed as an option may be outside the project.
    const within = rootFor(project, dir);
    const listing: Listing = { files: [], entries: 0, isTruncated: false };
    await read(dir, () => listFiles(within, dir, { mayBeMissing, accept }, listing));
    if (listing.isTruncated) diagnostics.push(report("policies/too-many", { file: displayPath(root, dir) }));
    for (const path of listing.files.toSorted(compareText)) {
      await read(path, async () => {
        const name = displayPath(root, path);
        const kind = accept === undefined ? ("file" as const) : ("managed" as const);
        sources.push({ name, ...(await readPolicyFile(within, path)), source: { kind, file: name } });
      });
    }
  };
  for (const dir of new Set(managedDirs)) {
    const guard = guardManagedDirectory(dir, project);
    pushAll(diagnostics, guard.diagnostics);
    if (!guard.isAccepted) continue;
    const isDefault = dir === systemManagedDir();
    await readDirectory(dir, isDefault, (path) => {
      const refusal = guard.refuse(path);
      if (refusal !== undefined) diagnostics.push(refusal);
      return refusal === undefined;
    });
  }
  const own = join(root, policiesDir);
  await read(dirname(own), async () => assertDirectory(project, dirname(own)));
  for (const dir of new Set([own, ...dirs])) await readDirectory(dir, dir === own);
  pushAll(diagnostics, await addStarters(starters, sources, configFile));
  const isUnreadable = (name: string): boolean => [...unreadable].some((one) => name === one || name.startsWith(`${one}/`));
  return { sources, isUnreadable, diagnostics };
}

/** Throws if a path exists and is not a directory: its policies would be missing without an error. */
function assertDirectory(project: Root, path: string): void {
  const kind = kindIn(project, path, "entry");
  if (kind === "file" || kind === "other") throw new Error("it is not a directory");
}

/** The policy files found in a directory. */
interface Listing {
  readonly files: string[];
  entries: number;
  /** Whether a limit was reached. */
  isTruncated: boolean;
}

interface ListOptions {
  readonly mayBeMissing: boolean;
  /** Whether a file or directory is read. Undefined: all are. */
  readonly accept: ((path: string) => boolean) | undefined;
}

/** Lists policy files recursively. Links are not followed. */
async function listFiles(root: Root, dir: string, options: ListOptions, listing: Listing, depth = 0): Promise<void> {
  const { mayBeMissing, accept = () => true } = options;
  if (mayBeMissing && isMissingIn(root, dir)) return;
  const entries = await listDirectory(root, dir);
  listing.entries += entries.length;
  listing.isTruncated ||= depth > maxDepth || listing.entries > maxEntries;
  if (listing.isTruncated) return;
  for (const entry of entries) {
    const path = join(dir, entry.name);
    // A directory or a link with the name of a policy file is reported when it is read.
    if (policyFile.test(entry.name) && accept(path)) listing.files.push(path);
    else if (entry.isDirectory() && accept(path)) {
      await listFiles(root, path, { ...options, mayBeMissing: false }, listing, depth + 1);
    }
  }
}

/** Whether nothing exists at a path. False for a path outside of the project. */
function isMissingIn(root: Root, path: string): boolean {
  try {
    locate(root, path);
    return kindIn(root, path, "entry") === undefined;
  } catch {
    return false;
  }
}

async function readPolicyFile(root: Root, path: string): Promise<Pick<PolicySource, "text" | "status">> {
  for (let left = maxRetries; ; left -= 1) {
    const content = await readFileIn(root, path, { maxBytes });
    if (content.kind !== "bytes") throw new Error(describeUnread(content));
    const { bytes, modified, status } = content;
    if (bytes.length > 0 || left === 0 || Date.now() - modified > recentAge) return { text: bytes.toString("utf8"), status };
    await setTimeout(retryDelay);
  }
}

async function addStarters(
  names: readonly string[],
  sources: PolicySource[],
  configFile: string,
): Promise<readonly Diagnostic[]> {
  if (names.length === 0) return [];
  const { compiledStarters } = await import("@precept/governance/compiled-starters");
  const known = Object.keys(compiledStarters);
  return [...new Set(names)].flatMap((name) => {
    const starter = Object.hasOwn(compiledStarters, name) ? compiledStarters[name] : undefined;
    if (starter !== undefined) {
      sources.push({ name: `starter:${name}`, text: "", status: noFile, starter, source: { kind: "starter", name } });
      return [];
    }
    const near = nearestNames(name, known);
    const hint =
      near.length > 0 ? `Did you mean ${near.map((one) => `"${one}"`).join(" or ")}?` : `There are ${known.join(", ")}.`;
    return report("config/unknown-starter", { file: configFile }, `There are no starter policies "${name}".`, hint);
  });
}

/** Formats a path for output: relative to the project if it is inside. */
export function displayPath(root: string, path: string): string {
  const name = relative(root, path);
  return (name.startsWith("..") ? path : name).split(sep).join("/");
}
