import { join } from "node:path";
import { splitNul } from "./paths.ts";
import { makePreceptDir, makePrivateDirectory, writePrivateFile } from "./private-files.ts";
import { printOwner } from "./process-owner.ts";
import type { Repository } from "./repository.ts";
import type { GitAnswer, GitCall } from "./run-git.ts";

/** Git, for the same files and the same objects, with an index of its own, and without changing a byte of a file on its way in or out. */
export interface ExactGit {
  readonly dir: string;
  readonly index: string;
  readonly git: (args: readonly string[], call?: GitCall) => Promise<GitAnswer>;
}

/** What git found out about the file system when the repository was made, and who may read its objects. */
const aboutFiles = "^core\\.(symlinks|ignorecase|precomposeunicode|longpaths|protecthfs|protectntfs|sharedrepository)$";

/** What would change files, or run programs. */
const turnedOff = ["autocrlf", "safecrlf", "fsmonitor", "untrackedCache", "splitIndex", "sparseCheckout", "logAllRefUpdates"];

/**
 * Makes a git directory beside the real one. The real one can't be told to leave line ends, filters and encodings alone, since the attributes in a
 * work tree go before its configuration; a git directory's own attributes go before those.
 *
 * @param alias a command of its own: `git --git-dir=DIR NAME`.
 */
export async function makeExactGit(
  repository: Repository,
  dir: string,
  alias?: { readonly name: string; readonly command: string },
): Promise<ExactGit> {
  const { git, top, objects } = repository;
  await makePreceptDir(repository);
  const format = (await git(["rev-parse", "--show-object-format"])).text.trim();
  const { bytes } = await git(["config", "-z", "--get-regexp", aboutFiles], { answers: [1] });
  const settings = splitNul(bytes.toString("utf8")).map((setting) => setting.slice("core.".length).split("\n"));
  const config = [
    "[core]",
    `repositoryformatversion = ${format === "sha1" ? 0 : 1}`,
    "bare = false",
    `worktree = ${quoteSetting(top)}`,
    `filemode = ${process.platform !== "win32"}`,
    `hooksPath = ${quoteSetting(join(dir, "hooks"))}`,
    ...settings.map(([name = "", value = "true"]) => `${name} = ${quoteSetting(value)}`),
    ...turnedOff.map((name) => `${name} = false`),
    ...(format === "sha1" ? [] : ["[extensions]", `objectformat = ${format}`]),
    ...(alias === undefined ? [] : ["[alias]", `${alias.name} = ${quoteSetting(alias.command)}`]),
  ];
  await makePrivateDirectory(repository, dir);
  writePrivateFile(repository, join(dir, "owner"), await printOwner());
  for (const part of ["objects/info", "refs", "info"]) await makePrivateDirectory(repository, join(dir, part));
  writePrivateFile(repository, join(dir, "HEAD"), "ref: refs/heads/none\n");
  writePrivateFile(repository, join(dir, "config"), `${config.join("\n")}\n`);
  writePrivateFile(repository, join(dir, "info/attributes"), "* -text -ident -filter !working-tree-encoding\n");
  writePrivateFile(repository, join(dir, "objects/info/alternates"), `${quoteSetting(objects)}\n`);
  return openExactGit(repository, dir);
}

/** Opens a git directory that {@link makeExactGit} made. */
export function openExactGit({ git, top, objects }: Repository, dir: string): ExactGit {
  return {
    dir,
    index: join(dir, "index"),
    git: (args, call = {}) =>
      git([`--git-dir=${dir}`, `--work-tree=${top}`, ...args], { ...call, env: { GIT_OBJECT_DIRECTORY: objects, ...call.env } }),
  };
}

function quoteSetting(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
