import type { Rule } from "@precept/core";
import { isSkillFile, skillHosts } from "@precept/mdc-compat";

/** The kind of a file, as git writes it: a regular file, one that can be run, or a symbolic link. */
export type FileMode = "100644" | "100755" | "120000";

/** A regular file or a link, without its content. */
export interface FileEntry {
  readonly mode: FileMode;
  /** SHA-256 of the bytes, or of the text of the link, in hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** A file beside a `SKILL.md`. */
export interface SkillFile extends FileEntry {
  /** Relative to the folder of the skill. */
  readonly path: string;
}

/** A file that is copied, and where it comes from. */
export interface FileCopy extends FileEntry {
  /** The path of the source in the project. Absent for a file that is deleted. */
  readonly from?: string;
}

/** A file beside a `SKILL.md` that exports and imports do not copy. */
export interface UncopiedFile {
  /** In the project. */
  readonly path: string;
  /** Why, as a phrase: `a link out of the folder`. */
  readonly reason: string;
}

/** The files that belong to a skill. */
export interface SkillFolder {
  /** The directory that has them, in the project. */
  readonly dir: string;
  /** Sorted by path. Empty if the folder has none, or more than can be copied. */
  readonly files: readonly SkillFile[];
  readonly uncopied: readonly UncopiedFile[];
  /** Whether `files` has all files of the folder that are copied. False if the folder exceeds a limit. */
  readonly isComplete: boolean;
}

/** The directory with the folders of native skills, beside `.precept/rules`. */
export const nativeDir = ".precept/skills";

const nativePath = /^(.*\/)?\.precept\/rules\/(.+)\.md$/;

/**
 * Returns the directory with the files of a skill. A native rule in `.precept/rules/deploy.md` has its files in
 * `.precept/skills/deploy`, because every Markdown file in `.precept/rules` is a rule. Undefined for other rules.
 */
export function findSkillFolder({ origin }: Pick<Rule, "origin">): string | undefined {
  const { path, dialect } = origin;
  if (path === undefined || path.startsWith("../") || path.startsWith("/")) return undefined;
  if (dialect === "precept") return nativeFolderOf(path);
  return isSkillFile(path) ? folderOf(path) : undefined;
}

/** Returns the directory for the files of the native rule at a path. Undefined if no native rule can be there. */
export function nativeFolderOf(path: string): string | undefined {
  const [, base = "", stem] = nativePath.exec(path) ?? [];
  return stem === undefined ? undefined : `${base}${nativeDir}/${stem}`;
}

/** Returns the paths of the native rules that a file can belong to. Empty if it is not in a folder of a native skill. */
export function listNativeOwners(path: string): readonly string[] {
  const [, base = "", inside] = /^(.*\/)?\.precept\/skills\/(.+)$/.exec(path) ?? [];
  if (inside === undefined) return [];
  const segments = inside.split("/");
  return segments.slice(1).map((_, at) => `${base}.precept/rules/${segments.slice(0, at + 1).join("/")}.md`);
}

/** Returns the folder of a `SKILL.md`. */
export function folderOf(skillPath: string): string {
  return skillPath.slice(0, skillPath.lastIndexOf("/"));
}

const skillDirs: ReadonlySet<string> = new Set([...skillHosts.flatMap(({ dirs }) => dirs), nativeDir]);

/**
 * Returns the folder directly below a directory of skills that has a file beside its `SKILL.md`. Undefined for every
 * other path: a clone can contain a ledger that names any file.
 */
export function findCopyFolder(path: string): string | undefined {
  const segments = path.split("/");
  if (segments.some((segment) => ["", ".", ".."].includes(segment)) || path.includes("\\")) return undefined;
  const at = segments.findIndex((_, index) => skillDirs.has(segments.slice(index, index + 2).join("/")));
  const inFolder = segments.slice(at + 3);
  if (at === -1 || inFolder.length === 0 || (inFolder.length === 1 && inFolder[0] === "SKILL.md")) return undefined;
  return segments.slice(0, at + 3).join("/");
}
