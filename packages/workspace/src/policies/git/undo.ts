import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { joinNul, statusOf } from "./paths.ts";
import type { Repository } from "./repository.ts";
import { writeIndex, type Staged } from "./staged.ts";

/** Where the way to undo a rollback is kept. */
export function rollbackDir({ gitDir }: Repository, id: string): string {
  return join(gitDir, "precept", "rollback", id);
}

/** The command that undoes a rollback, as one line for a shell. */
export function undoCommand(repository: Repository, id: string): string {
  return `git --git-dir=${quoteForShell(rollbackDir(repository, id))} undo`;
}

/** In the directory of a rollback that was undone. */
export const undoneMark = "undone";

/** What it takes to undo a rollback. */
export interface UndoPlan {
  /** The git directory that was made for it. */
  readonly dir: string;
  /** The trees after the rollback and before it. */
  readonly after: string;
  readonly before: string;
  /** The files that the rollback writes or removes. */
  readonly changed: readonly string[];
  readonly modes: ReadonlyMap<string, number>;
  readonly index: Staged;
}

/**
 * Writes the script behind the command that undoes a rollback. It needs git and the shell that comes with it, and nothing else: whoever has to undo
 * something may no longer have what did it. Files that were changed since the rollback make git refuse before it has touched any.
 */
export async function writeUndo(
  { top, index }: Repository,
  { dir, after, before, changed, modes, index: staged }: UndoPlan,
): Promise<void> {
  const byMode = new Map<string, string[]>();
  for (const [path, mode] of modes) {
    const name = mode.toString(8);
    byMode.set(name, [...(byMode.get(name) ?? []), path]);
  }
  await mkdir(join(dir, "modes"), { recursive: true });
  for (const [mode, paths] of byMode) await writeFile(join(dir, "modes", mode), joinNul(paths.map((path) => `./${path}`)));
  // Git removes a directory with its last file, and makes none without files.
  const directories = await listDirectories(top, changed);
  await writeFile(join(dir, "directories"), joinNul(directories.map((path) => `./${path}`)));
  if (staged.bytes !== undefined) await writeIndex(join(dir, "index.before"), staged.bytes, staged.time);
  const quoted = { dir: quoteForShell(dir), index: quoteForShell(index), lock: quoteForShell(`${index}.lock`) };
  const script = [
    "# Brings back what was there before a rollback. Run by `git --git-dir=… undo`.",
    "set -eu",
    "unset GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX",
    `cd ${quoteForShell(top)}`,
    `export GIT_DIR=${quoted.dir} GIT_WORK_TREE=${quoteForShell(top)}`,
    `(set -C; : > ${quoted.lock}) 2> /dev/null || { echo 'Another git process is at work.' >&2; exit 1; }`,
    `lock=${quoted.lock}`,
    `trap 'rm -f "$lock"' EXIT`,
    "git update-index -q --refresh > /dev/null || true",
    `git read-tree -m -u ${after} ${before}`,
    ...(directories.length === 0 ? [] : [`xargs -0 mkdir -p < ${quoteForShell(join(dir, "directories"))}`]),
    ...(staged.bytes === undefined
      ? [`rm -f ${quoted.index}`]
      : [`cp -p ${quoteForShell(join(dir, "index.before"))} "$lock"`, `mv -f "$lock" ${quoted.index}`]),
    ...[...byMode.keys()].map((mode) => `xargs -0 chmod ${mode} < ${quoteForShell(join(dir, "modes", mode))}`),
    `: > ${quoteForShell(join(dir, undoneMark))}`,
  ];
  await writeFile(join(dir, "undo.sh"), `${script.join("\n")}\n`);
}

/** The directories on the way to files, as far as they are there. */
async function listDirectories(top: string, paths: readonly string[]): Promise<readonly string[]> {
  const isThere = new Map<string, boolean>();
  for (const path of paths) {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const directory = path.slice(0, end);
      if (!isThere.has(directory)) isThere.set(directory, (await statusOf(top, directory))?.isDirectory() === true);
      if (isThere.get(directory) === false) break;
    }
  }
  return [...isThere].filter(([, found]) => found).map(([directory]) => directory);
}

/** A text as one word of a shell's. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
