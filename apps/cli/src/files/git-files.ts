import { PreceptError } from "@precept/core";
import { runGit, splitNul, type GitAnswer } from "./run-git.ts";

/**
 * The files that are staged and not deleted, relative to the directory; those outside of it are not among them.
 *
 * @throws PreceptError `OPTION_INVALID` where git can't tell.
 */
export async function listStagedFiles(root: string): Promise<readonly string[]> {
  return splitNul(expectFine(await runGit(root, [...difference, "--cached"]), "--staged", root));
}

/** What is staged of a file; undefined where that is no file. */
export async function readStagedFile(root: string, file: string): Promise<Buffer | undefined> {
  // Not `git show`, which may run a program of the person's to make a text of it.
  const { isFine, bytes } = await runGit(root, ["cat-file", "blob", `:./${file}`]);
  return isFine ? bytes : undefined;
}

/**
 * The files that were changed, or are new, since the work went its own way from a commit: what others changed there since is not among them.
 *
 * @param ref a branch, a tag or a commit.
 * @throws PreceptError `OPTION_INVALID` where git knows no such commit.
 */
export async function listChangedFiles(root: string, ref: string): Promise<readonly string[]> {
  const found = await runGit(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  const commit = expectFine(found, "--since", ref).toString("utf8").trim();
  const [changed, added] = await Promise.all([
    runGit(root, [...difference, "--merge-base", commit]),
    runGit(root, ["ls-files", "-z", "--others", "--exclude-standard"]),
  ]);
  return [...new Set([changed, added].flatMap((answer) => splitNul(expectFine(answer, "--since", ref))))];
}

/** Files that are there, named relative to the directory. */
const difference = ["diff", "--name-only", "-z", "--relative", "--diff-filter=d", "--no-ext-diff", "--no-renames"];

function expectFine({ isFine, bytes, problem }: GitAnswer, option: string, value: string): Buffer {
  if (isFine) return bytes;
  const said = problem === "" ? "" : `; git says: ${problem}`;
  const wanted = option === "--staged" ? "a directory in a git repository" : "a commit that git knows";
  throw new PreceptError("OPTION_INVALID", { option, value, expected: `${wanted}${said}` });
}
