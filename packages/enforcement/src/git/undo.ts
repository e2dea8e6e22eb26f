import { join } from "node:path";
import { indexMode, lockPath } from "./index-lock.ts";
import { journalPath, printJournal } from "./journal.ts";
import { indexFile, type MovePlan } from "./move-plan.ts";
import { joinNul, parentsOf } from "./paths.ts";
import { makeDirectoryInGitDir, preceptDir, writePrivateFile, type GitDirectory } from "./private-files.ts";
import type { Repository } from "./repository.ts";
import { interruptedRef } from "./snapshot.ts";

/** The directory with everything that is needed to undo a rollback. */
export function rollbackDir(repository: Pick<Repository, "gitDir">, id: string): string {
  return join(preceptDir(repository), "rollback", id);
}

/** Returns the shell command that undoes a rollback. */
export function undoCommand(repository: Pick<Repository, "gitDir">, id: string): string {
  return `git --git-dir=${quoteForShell(rollbackDir(repository, id))} undo`;
}

/**
 * Writes the script that undoes a rollback. It needs only git and a POSIX shell. It does the same as `startMove` and `completeMove`: if it was killed,
 * running it again completes the undo. If a file has changed since the rollback, git refuses before the script changes any file.
 */
export async function writeUndo(repository: Repository, id: string, plan: MovePlan): Promise<void> {
  const { top, index, gitDir, objects } = repository;
  const dir = rollbackDir(repository, id);
  const { modes, directories, hasIndex } = plan.undo;
  writeList(repository, join(dir, "changed"), plan.changed);
  writeList(
    repository,
    join(dir, "directories"),
    directories.filter(({ isKept }) => isKept).map(({ path }) => `./${path}`),
  );
  writeList(
    repository,
    join(dir, "parents"),
    [...parentsOf(plan.changed)].toReversed().map((path) => `./${path}`),
  );
  const fileModes = await writeModes(repository, join(dir, "modes"), modes);
  const directoryModes = await writeModes(
    repository,
    join(dir, "directory-modes"),
    directories.map(({ path, mode }) => [path, mode] as const),
  );
  const entry = printJournal({ direction: "undo", id });
  const script = [
    "# Undoes a rollback. Run by `git --git-dir=… undo`. If it was interrupted, run it again.",
    "set -eu",
    "umask 077",
    "unset GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX",
    `top=${quoteForShell(top)}`,
    `dir=${quoteForShell(dir)}`,
    `index=${quoteForShell(index)}`,
    `lock=${quoteForShell(lockPath(repository))}`,
    `journal=${quoteForShell(journalPath(repository))}`,
    'cd "$top"',
    'export GIT_DIR="$dir" GIT_WORK_TREE="$top"',
    'fail() { echo "$1" >&2; exit 1; }',
    'mine="$dir/lock.$$"',
    `trap 'rm -f "$mine"' EXIT`,
    'printf "precept %s - %s\\n" "$$" "$(uname -n)" > "$mine"',
    'if ! ln "$mine" "$lock" 2> /dev/null; then',
    "  word= pid= host=",
    '  if [ -e "$lock" ]; then read -r word pid _ host < "$lock" || true; fi',
    '  [ "$word" = precept ] || fail "Another git process is at work: $lock exists. Wait for it to end. If there is none, it crashed: remove that file."',
    '  if [ "$host" != "$(uname -n)" ] || kill -0 "$pid" 2> /dev/null; then',
    '    fail "Precept is at work: process $pid on $host holds $lock. Wait for it to end. If that process is not Precept, remove that file."',
    "  fi",
    '  mv -f "$lock" "$mine.stale" && rm -f "$mine.stale"',
    '  ln "$mine" "$lock" 2> /dev/null || fail "Another git process is at work: $lock exists. Run this command again when it has ended."',
    "fi",
    `trap 'rm -f "$mine" "$lock"' EXIT`,
    'begin() { echo "$1" > "$journal.new"; mv -f "$journal.new" "$journal"; }',
    'case "$(cat "$journal" 2> /dev/null || true)" in',
    '"")',
    "  git update-index -q --refresh > /dev/null || true",
    `  git read-tree -n -m -u ${plan.after} ${plan.before}`,
    `  begin '${entry}'`,
    `  git read-tree -m -u ${plan.after} ${plan.before}`,
    "  ;;",
    `'${entry}' | '${printJournal({ direction: "restore", id })}')`,
    '  if [ -s "$dir/git-pid" ] && kill -0 "$(cat "$dir/git-pid")" 2> /dev/null; then',
    '    fail "Process $(cat "$dir/git-pid") still moves the files of this rollback. Run this command again when it has ended."',
    "  fi",
    '  rm -f "$dir/index.lock"',
    `  begin '${entry}'`,
    `  now=$(export GIT_INDEX_FILE="$dir/now" GIT_OBJECT_DIRECTORY=${quoteForShell(objects)}`,
    `    git read-tree ${plan.before} && git update-index --add --remove --replace -z --stdin < "$dir/changed" > /dev/null 2>&1 || true`,
    "    git write-tree)",
    '  rm -f "$dir/now"',
    `  if [ "$now" != ${plan.before} ] && [ "$now" != ${plan.after} ]; then`,
    `    found=$(GIT_OBJECT_DIRECTORY=${quoteForShell(objects)} git -c user.name=Precept -c user.email=precept@localhost commit-tree -m 'Found after the rollback ${id} was interrupted' "$now")`,
    `    git --git-dir=${quoteForShell(gitDir)} -c core.hooksPath=/dev/null update-ref ${interruptedRef(id)} "$found"`,
    "  fi",
    `  git read-tree --reset ${plan.after}`,
    `  git read-tree --reset -u ${plan.before}`,
    '  if [ -s "$dir/parents" ]; then xargs -0 rmdir < "$dir/parents" 2> /dev/null || true; fi',
    "  ;;",
    "*)",
    '  fail "Another rollback was interrupted. Run \\`precept checkpoint list\\`, which completes it, or its own undo command; then run this one again."',
    "esac",
    ...(directories.some(({ isKept }) => isKept) ? ['xargs -0 mkdir -p < "$dir/directories"'] : []),
    ...(hasIndex
      ? [
          `cp -p ${quoteForShell(indexFile(dir, "undo"))} "$dir/index.new"`,
          `chmod ${indexMode(repository).toString(8)} "$dir/index.new"`,
          'mv -f "$dir/index.new" "$index"',
        ]
      : ['rm -f "$index"']),
    ...fileModes.map((mode) => `xargs -0 chmod ${mode} < "$dir/modes/${mode}"`),
    ...directoryModes.map((mode) => `xargs -0 chmod ${mode} < "$dir/directory-modes/${mode}"`),
    ': > "$dir/undone"',
    'rm -f "$journal"',
  ];
  writePrivateFile(repository, join(dir, "undo.sh"), `${script.join("\n")}\n`);
}

/** Writes one list of paths for each mode. @returns the modes, in octal. */
async function writeModes(
  repository: GitDirectory,
  dir: string,
  modes: readonly (readonly [path: string, mode: number])[],
): Promise<readonly string[]> {
  const byMode = new Map<string, string[]>();
  for (const [path, mode] of modes) {
    const name = mode.toString(8);
    const paths = byMode.get(name);
    if (paths === undefined) byMode.set(name, [`./${path}`]);
    else paths.push(`./${path}`);
  }
  await makeDirectoryInGitDir(repository, dir);
  for (const [mode, paths] of byMode) writeList(repository, join(dir, mode), paths);
  return [...byMode.keys()];
}

function writeList(directory: GitDirectory, path: string, entries: readonly string[]): void {
  writePrivateFile(directory, path, joinNul(entries));
}

/** Quotes a text as one word for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
