import { join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { compareText, nearestNames, type Diagnostic } from "@precept/core";
import { describeUnread, kindIn, listDirectory, locate, readFileIn, rootFor, type Root } from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { policiesDir } from "../paths.ts";
import type { EnforcementProject } from "../project.ts";

/** A text with policies. */
export interface PolicySource {
  /** A path relative to the project, or `starter:NAME`. */
  readonly name: string;
  readonly text: string;
  /** Whether its policies give way to others of the same id, without a word. */
  readonly givesWay: boolean;
}

export interface ReadSources {
  /** In the order that decides between policies of the same id. */
  readonly sources: readonly PolicySource[];
  /** What could not be read, as names; what was known of it stays. */
  readonly unread: (name: string) => boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** How long and how often an empty file is given time to be written, in milliseconds: editors empty files before they fill them. */
const pause = 25;
const pauses = 4;
const justNow = 1000;

/** The largest policy file that is read, in bytes; how many entries of a directory are listed, and how deep. */
const maxBytes = 1_048_576;
const maxEntries = 20_000;
const maxDepth = 32;

/** Reads the texts that policies are in: of the project, of other directories, and those that come with Precept. */
export async function readSources({ confined: project, settings, configFile }: EnforcementProject): Promise<ReadSources> {
  const { dirs, starters } = settings;
  const root = project.dir;
  const sources: PolicySource[] = [];
  const diagnostics: Diagnostic[] = [];
  const unread = new Set<string>();
  const read = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const file = nameIn(root, path);
      unread.add(file);
      const problem = (error as Error).message.replace(/,.*$/s, "");
      diagnostics.push(report("policies/unreadable", { file }, `"${file}" cannot be read: ${problem}.`));
    }
  };
  const own = join(root, policiesDir);
  for (const dir of new Set([own, ...dirs])) {
    // A directory that the user named by an option may lie anywhere.
    const within = rootFor(project, dir);
    const listing: Listing = { files: [], entries: 0, isCut: false };
    await read(dir, () => listFiles(within, dir, dir === own, listing));
    if (listing.isCut) diagnostics.push(report("policies/too-many", { file: nameIn(root, dir) }));
    const files = listing.files.toSorted(compareText);
    for (const path of files) {
      await read(path, async () => {
        sources.push({ name: nameIn(root, path), text: await readWhole(within, path), givesWay: false });
      });
    }
  }
  diagnostics.push(...(await addStarters(starters, sources, configFile)));
  const isUnread = (name: string): boolean => [...unread].some((one) => name === one || name.startsWith(`${one}/`));
  return { sources, unread: isUnread, diagnostics };
}

/** The policy files of a directory, as far as they were listed. */
interface Listing {
  readonly files: string[];
  entries: number;
  /** Whether there is more than was listed. */
  isCut: boolean;
}

/** Links in the directory are not followed: a policy lies where its path says. */
async function listFiles(root: Root, dir: string, mayBeMissing: boolean, listing: Listing, depth = 0): Promise<void> {
  if (mayBeMissing && isMissingIn(root, dir)) return;
  const entries = await listDirectory(root, dir);
  listing.entries += entries.length;
  listing.isCut ||= depth > maxDepth || listing.entries > maxEntries;
  if (listing.isCut) return;
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.isFile() && isPolicyFile(entry.name)) listing.files.push(path);
    else if (entry.isDirectory()) await listFiles(root, path, false, listing, depth + 1);
  }
}

/** Whether nothing is at a path. A path that is refused is something. */
function isMissingIn(root: Root, path: string): boolean {
  try {
    locate(root, path);
    return kindIn(root, path, "entry") === undefined;
  } catch {
    return false;
  }
}

function isPolicyFile(name: string): boolean {
  return /^[^.].*\.ya?ml$/i.test(name);
}

async function readWhole(root: Root, path: string): Promise<string> {
  for (let left = pauses; ; left -= 1) {
    const content = await readFileIn(root, path, { maxBytes });
    if (content.kind !== "bytes") throw new Error(describeUnread(content));
    const { bytes, modified } = content;
    if (bytes.length > 0 || left === 0 || Date.now() - modified > justNow) return bytes.toString("utf8");
    await setTimeout(pause);
  }
}

async function addStarters(
  names: readonly string[],
  sources: PolicySource[],
  configFile: string,
): Promise<readonly Diagnostic[]> {
  if (names.length === 0) return [];
  const { starterPolicies } = await import("@precept/governance/starters");
  const known = Object.keys(starterPolicies);
  return [...new Set(names)].flatMap((name) => {
    const text = Object.hasOwn(starterPolicies, name) ? starterPolicies[name] : undefined;
    if (text !== undefined) {
      sources.push({ name: `starter:${name}`, text, givesWay: true });
      return [];
    }
    const near = nearestNames(name, known);
    const hint =
      near.length > 0 ? `Did you mean ${near.map((one) => `"${one}"`).join(" or ")}?` : `There are ${known.join(", ")}.`;
    return report("config/unknown-starter", { file: configFile }, `There are no starter policies "${name}".`, hint);
  });
}

/** What people call a file: its path relative to the project, if it is in there. */
export function nameIn(root: string, path: string): string {
  const name = relative(root, path);
  return (name.startsWith("..") ? path : name).split(sep).join("/");
}
