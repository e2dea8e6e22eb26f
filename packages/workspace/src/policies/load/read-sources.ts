import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { compareText, nearestNames, type Diagnostic } from "@precept/core";
import { report } from "../../diagnostic-catalogue.ts";
import { configPath, policiesDir } from "../../places.ts";

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

/** Reads the texts that policies are in: of the project, of other directories, and those that come with Precept. */
export async function readSources(root: string, dirs: readonly string[], starters: readonly string[]): Promise<ReadSources> {
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
    let files: readonly string[] = [];
    await read(dir, async () => {
      files = await listFiles(dir, dir === own);
    });
    for (const path of files) {
      await read(path, async () => {
        sources.push({ name: nameIn(root, path), text: await readWhole(path), givesWay: false });
      });
    }
  }
  diagnostics.push(...(await addStarters(starters, sources)));
  const isUnread = (name: string): boolean => [...unread].some((one) => name === one || name.startsWith(`${one}/`));
  return { sources, unread: isUnread, diagnostics };
}

/** Links are not followed: a policy lies where its path says. */
async function listFiles(dir: string, mayBeMissing: boolean): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && isPolicyFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted(compareText);
}

function isPolicyFile(name: string): boolean {
  return /^[^.].*\.ya?ml$/i.test(name);
}

async function readWhole(path: string): Promise<string> {
  for (let left = pauses; ; left -= 1) {
    const text = await readFile(path, "utf8");
    if (text !== "" || left === 0 || Date.now() - (await stat(path)).mtimeMs > justNow) return text;
    await setTimeout(pause);
  }
}

async function addStarters(names: readonly string[], sources: PolicySource[]): Promise<readonly Diagnostic[]> {
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
    return report("config/unknown-starter", { file: configPath }, `There are no starter policies "${name}".`, hint);
  });
}

/** What people call a file: its path relative to the project, if it is in there. */
export function nameIn(root: string, path: string): string {
  const name = relative(root, path);
  return (name.startsWith("..") ? path : name).split(sep).join("/");
}
