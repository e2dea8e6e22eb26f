import { join } from "node:path";
import { splitNul } from "./paths.ts";
import { makePreceptDir, makeDirectoryInGitDir, writePrivateFile } from "./private-files.ts";
import { formatOwner } from "./process-owner.ts";
import type { Repository } from "./repository.ts";
import type { GitResult, GitOptions } from "./run-git.ts";

/** A temporary git directory for the same working tree and objects, with its own index. Keeps files byte for byte. */
export interface ExactGit {
  readonly dir: string;
  readonly index: string;
  readonly git: (args: readonly string[], options?: GitOptions) => Promise<GitResult>;
}

/** Settings to copy: properties of the file system, and who may read the objects. */
const copiedSettings = "^core\\.(symlinks|ignorecase|precomposeunicode|longpaths|protecthfs|protectntfs|sharedrepository)$";

/** Settings to turn off, since they change files or start programs. */
const disabledSettings = [
  "autocrlf",
  "safecrlf",
  "fsmonitor",
  "untrackedCache",
  "splitIndex",
  "sparseCheckout",
  "logAllRefUpdates",
];

/**
 * Creates a git directory next to the real one. There, the attributes of the working tree override the configuration,
 * so line endings, filters and encodings cannot be turned off; here, the git directory's attributes override them.
 */
export async function createExactGit(repository: Repository, dir: string): Promise<ExactGit> {
  const { git, top, objects } = repository;
  await makePreceptDir(repository);
  const format = (await git(["rev-parse", "--show-object-format"])).text.trim();
  const { bytes } = await git(["config", "-z", "--get-regexp", copiedSettings], { allowedExitCodes: [1] });
  const settings = splitNul(bytes.toString("utf8")).map((setting) => setting.slice("core.".length).split("\n"));
  const config = [
    "[core]",
    `repositoryformatversion = ${format === "sha1" ? 0 : 1}`,
    "bare = false",
    `worktree = ${quoteSetting(top)}`,
    `filemode = ${process.platform !== "win32"}`,
    `hooksPath = ${quoteSetting(join(dir, "hooks"))}`,
    ...settings.map(([name = "", value = "true"]) => `${name} = ${quoteSetting(value)}`),
    ...disabledSettings.map((name) => `${name} = false`),
    ...(format === "sha1" ? [] : ["[extensions]", `objectformat = ${format}`]),
  ];
  await makeDirectoryInGitDir(repository, dir);
  writePrivateFile(repository, join(dir, "owner"), await formatOwner());
  for (const part of ["objects/info", "refs", "info"]) await makeDirectoryInGitDir(repository, join(dir, part));
  writePrivateFile(repository, join(dir, "HEAD"), "ref: refs/heads/none\n");
  writePrivateFile(repository, join(dir, "config"), `${config.join("\n")}\n`);
  writePrivateFile(repository, join(dir, "info/attributes"), "* -text -ident -filter !working-tree-encoding\n");
  writePrivateFile(repository, join(dir, "objects/info/alternates"), `${quoteSetting(objects)}\n`);
  return openExactGit(repository, dir);
}

export function openExactGit({ git, top, objects }: Repository, dir: string): ExactGit {
  return {
    dir,
    index: join(dir, "index"),
    git: (args, options = {}) =>
      git([`--git-dir=${dir}`, `--work-tree=${top}`, ...args], {
        ...options,
        env: { GIT_OBJECT_DIRECTORY: objects, ...options.env },
      }),
  };
}

function quoteSetting(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
