import { compareText, formatNumber, pushAll } from "@precept/core";
import {
  describeUnread,
  isInternalFile,
  isInGitDirectory,
  isSecretFile,
  kindIn,
  listDirectorySync,
  statusIn,
  type DirectoryEntry,
  type Root,
} from "@precept/files";
import { posix } from "node:path";
import { readFileEntry, readLinkEntry } from "./file-entry.ts";
import { maxFileBytes } from "../max-file-bytes.ts";
import { leadsOut } from "./link-text.ts";
import { nativeDir, type SkillFile, type SkillFolder, type UncopiedFile } from "./skill-folder.ts";

/** The number of files of a skill that are copied. A folder with more is not copied at all. */
const maxFiles = 1000;

/** The size of all files of a skill, in bytes. A larger folder is not copied at all. */
const maxFolderBytes = 67_108_864;

/** The size of the files of all skills of a project, in bytes. The folders beyond it are not copied. */
const maxProjectBytes = 1_073_741_824;

/** How many directories deep the files of a skill can be. */
const maxDepth = 16;

/** The number of files, directories and others in a folder. A folder with more is not copied at all. */
const maxEntries = 10_000;

/** The number of files of a folder that a report names. */
const maxNamed = 100;

export interface SkillFolderOptions {
  /** Whether a file, or everything in a directory, must not be copied because git ignores it. Default: nothing. */
  readonly isIgnored?: ((path: string) => boolean) | undefined;
  /** Receives each directory and file before it is read. */
  readonly onRead?: ((path: string) => void) | undefined;
}

/** Reads the folders of skills of one project, of which no more than a limit is copied. */
export class SkillFolders {
  readonly #root: Root;
  readonly #options: SkillFolderOptions;
  readonly #known = new Map<string, SkillFolder>();
  /** The names in the directories that have folders of native skills. */
  readonly #names = new Map<string, ReadonlySet<string>>();
  #bytes = 0;

  constructor(root: Root, options: SkillFolderOptions = {}) {
    this.#root = root;
    this.#options = options;
  }

  /** Reads a folder once. A missing one has no files. */
  read(dir: string): SkillFolder {
    const known = this.#known.get(dir);
    if (known !== undefined) return known;
    const folder = this.#read(dir);
    this.#known.set(dir, folder);
    return folder;
  }

  /** Whether a folder has anything beside a `SKILL.md`. */
  hasFiles(dir: string): boolean {
    if (!this.#exists(dir)) return false;
    this.#options.onRead?.(dir);
    return list(this.#root, dir).some(({ name }) => name !== "SKILL.md" && !isInternalFile(name));
  }

  /** Whether a directory exists. Asks once per parent directory: most rules have no folder. */
  #exists(dir: string): boolean {
    const parent = posix.dirname(dir);
    if (!parent.endsWith(nativeDir) && !dir.includes(`${nativeDir}/`)) return kindIn(this.#root, dir, "entry") === "directory";
    let names = this.#names.get(parent);
    if (names === undefined) {
      this.#options.onRead?.(parent);
      const isThere = parent.endsWith(nativeDir) ? kindIn(this.#root, parent) === "directory" : this.#exists(parent);
      names = new Set(isThere ? list(this.#root, parent).map(({ name }) => name) : []);
      this.#names.set(parent, names);
    }
    return names.has(posix.basename(dir));
  }

  #read(dir: string): SkillFolder {
    if (!this.#exists(dir)) return { dir, files: [], uncopied: [], isComplete: true };
    this.#options.onRead?.(dir);
    const { isIgnored } = this.#options;
    // A tool's skill that git ignores as a whole is exported only if the user named it.
    const isNamed = !dir.includes(nativeDir) && isIgnored?.(dir) === true;
    const found = listFiles(this.#root, dir, isNamed ? { ...this.#options, isIgnored: undefined } : this.#options);
    if (found.problem === undefined) {
      const size = found.files.reduce((sum, { size: bytes }) => sum + bytes, 0);
      if (this.#bytes + size <= maxProjectBytes) {
        this.#bytes += size;
        return hashFiles(this.#root, dir, found);
      }
      found.problem = `the skills of the project have more than ${formatNumber(maxProjectBytes)} bytes`;
    }
    const whole = { path: dir, reason: `${found.problem}, so none of its files is copied` };
    return { dir, files: [], uncopied: [whole, ...found.uncopied.slice(0, maxNamed)], isComplete: false };
  }
}

interface ListedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly isLink: boolean;
  readonly size: number;
}

interface Listing {
  readonly files: ListedFile[];
  readonly uncopied: UncopiedFile[];
  /** Why nothing of the folder is copied. */
  problem: string | undefined;
}

/** Lists the files below a directory without following links. */
function listFiles(root: Root, dir: string, options: SkillFolderOptions): Listing {
  const listing: Listing = { files: [], uncopied: [], problem: undefined };
  let bytes = 0;
  let entries = 0;
  let unnamed = 0;
  const visit = (inside: string, depth: number): void => {
    const at = inside === "" ? dir : `${dir}/${inside}`;
    for (const entry of list(root, at)) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      const refusal = refuse(root, entry, { path, full: `${dir}/${path}`, depth, isIgnored: options.isIgnored });
      entries += 1;
      if (entries > maxEntries) listing.problem = `it has more than ${formatNumber(maxEntries)} entries`;
      if (refusal === "skip") continue;
      if (refusal !== undefined) {
        if (listing.uncopied.length < maxNamed) listing.uncopied.push({ path: `${dir}/${path}`, reason: refusal });
        else unnamed += 1;
      } else if (entry.isDirectory()) {
        options.onRead?.(`${dir}/${path}`);
        visit(path, depth + 1);
      } else {
        options.onRead?.(`${dir}/${path}`);
        const size = statusIn(root, `${dir}/${path}`, "entry")?.size ?? 0;
        bytes += size;
        listing.files.push({ path, isLink: entry.isSymbolicLink(), size });
        if (listing.files.length > maxFiles) listing.problem = `it has more than ${formatNumber(maxFiles)} files`;
        else if (bytes > maxFolderBytes) listing.problem = `its files have more than ${formatNumber(maxFolderBytes)} bytes`;
      }
      if (listing.problem !== undefined) return;
    }
  };
  // A folder that is itself a link belongs to the skill that it leads to.
  if (kindIn(root, dir, "entry") === "directory") visit("", 1);
  if (unnamed > 0) listing.uncopied.push({ path: dir, reason: `${formatNumber(unnamed)} more files that cannot be copied` });
  return listing;
}

function list(root: Root, dir: string): readonly DirectoryEntry[] {
  try {
    return listDirectorySync(root, dir).toSorted((left, right) => compareText(left.name, right.name));
  } catch {
    return [];
  }
}

interface Candidate extends Pick<SkillFolderOptions, "isIgnored"> {
  readonly path: string;
  readonly full: string;
  readonly depth: number;
}

/** Returns why a file or directory is not copied. `skip`: it is not a file of the skill. */
function refuse(root: Root, entry: DirectoryEntry, { path, full, depth, isIgnored }: Candidate): string | undefined {
  const { name } = entry;
  if (path === "SKILL.md" || isInternalFile(name)) return "skip";
  if (path.toLowerCase() === "skill.md") return "its name differs from SKILL.md only in case";
  if (name.includes("\\") || name.includes("\uFFFD")) return "its name is not valid on every system";
  if (isInGitDirectory(name)) return "a directory of git";
  if (isSecretFile(path)) return "the name of a file with credentials";
  if (isIgnored?.(full) === true) return entry.isDirectory() && list(root, full).length === 0 ? "skip" : "ignored by git";
  if (entry.isDirectory()) return depth >= maxDepth ? `more than ${maxDepth} directories deep` : undefined;
  if (entry.isSymbolicLink()) {
    const link = readLinkEntry(root, full);
    return link === undefined || leadsOut(path, link.text) ? "a link out of the folder" : undefined;
  }
  if (!entry.isFile()) return "not a regular file";
  const size = statusIn(root, full, "entry")?.size ?? 0;
  if (size > maxFileBytes) return `${formatNumber(size)} bytes, more than ${formatNumber(maxFileBytes)}`;
  return undefined;
}

function hashFiles(root: Root, dir: string, { files, uncopied }: Listing): SkillFolder {
  const read: SkillFile[] = [];
  const others: UncopiedFile[] = [];
  for (const { path, isLink } of files) {
    const full = `${dir}/${path}`;
    const entry = isLink ? readLinkEntry(root, full) : readFileEntry(root, full);
    if (entry === undefined) others.push({ path: full, reason: "changed while it was read" });
    else if ("kind" in entry) others.push({ path: full, reason: describeUnread(entry) });
    else read.push({ path, mode: entry.mode, sha256: entry.sha256, size: entry.size });
  }
  const all = [...uncopied];
  pushAll(all, others);
  return { dir, files: read, uncopied: all, isComplete: true };
}
