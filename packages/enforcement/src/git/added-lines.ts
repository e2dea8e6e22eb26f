import { pushAll } from "@precept/core";
import { findMergeBase, treeOfHead } from "./base-of-change.ts";
import type { FoundRepository } from "./find-repository.ts";
import type { GitOptions } from "./run-git.ts";

/** Lines of a file, from 1: the first and the last. */
export type LineRange = readonly [first: number, last: number];

/** The added lines by path, relative to the directory. A file that is missing was not compared: all its lines count. */
export type AddedLines = ReadonlyMap<string, readonly LineRange[]>;

/**
 * Finds the lines that a change adds. Not added: lines that only moved with their file or changed their line break.
 *
 * @param since a revision: what was added since the merge base, also in the working tree. Default: what is staged.
 * @param indexFile the index with staged changes. Default: the repository's index.
 * @throws PreceptError `REVISION_UNKNOWN`, `HISTORY_UNRELATED`; GitError, UnsafeRepository
 */
export async function listAddedLines(
  repository: FoundRepository,
  { since, indexFile }: { readonly since?: string; readonly indexFile?: string },
): Promise<AddedLines> {
  const { run, prefix } = repository;
  const call: GitOptions = indexFile === undefined ? {} : { env: { GIT_INDEX_FILE: indexFile } };
  const what = since === undefined ? ["--cached", await treeOfHead(repository)] : [await findMergeBase(repository, since)];
  const form = ["--patch", "--unified=0", "--raw", "-z", "--no-color", "--no-abbrev", "--no-ext-diff", "--no-textconv"];
  const matching = ["--find-renames", "--ignore-cr-at-eol", "--ignore-submodules=all", "--ita-invisible-in-index"];
  // Renames from other directories are found only if git compares all files.
  const { bytes } = await run(["diff-index", ...form, ...matching, ...what], call);
  const { paths, patch } = splitOutput(bytes.toString("utf8"));
  const ranges = patch
    .split(/^diff --git /m)
    .slice(1)
    .map(rangesIn);
  const inside = paths.map((path, at) => [path, ranges[at] ?? []] as const).filter(([path]) => path.startsWith(prefix));
  return new Map(inside.map(([path, added]) => [path.slice(prefix.length), added]));
}

/** Splits the output into the changed paths and the patch. Each path has a part of the patch, in the same order. */
function splitOutput(output: string): { readonly paths: readonly string[]; readonly patch: string } {
  const paths: string[] = [];
  let at = 0;
  const next = (): string => {
    const end = output.indexOf("\0", at);
    const field = output.slice(at, end === -1 ? undefined : end);
    at = end === -1 ? output.length : end + 1;
    return field;
  };
  while (output.startsWith(":", at)) {
    const status = next().split(" ").at(-1) ?? "";
    const path = next();
    const now = /^[RC]/.test(status) ? next() : path;
    // A file in conflict has no part of its own, and one that became a link has two.
    if (status === "U") continue;
    pushAll(paths, status === "T" ? [path, path] : [now]);
  }
  // The patch begins after another NUL.
  return { paths, patch: output.slice(at).replace(/^\0/, "") };
}

/** Reads the added lines from the headers of the hunks. Lines of the file itself begin with another character. */
function rangesIn(patch: string): readonly LineRange[] {
  return [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, first = "0", count = "1"]) => {
    const from = Number(first);
    return Number(count) === 0 ? [] : [[from, from + Number(count) - 1] as const];
  });
}
