import { findGitDirectories, readGitMetadata, type GitDirectories } from "@precept/files";
import { parseGitConfig, type GitConfig } from "./git-config.ts";
import { remoteNameOf } from "./remote-name.ts";

/** The maximum sizes of the files that are read, in bytes. A larger file counts as missing. */
const maxBytes = { ref: 4096, config: 1_048_576, packedRefs: 33_554_432 } as const;

/** The maximum length of the name of a branch, in UTF-16 code units. A longer name counts as none. */
const maxBranchLength = 255;

/** The names of a default branch, if the remote's is not known. */
const usualDefaults = ["main", "master"];

/**
 * Reads facts about the repository of a directory from its files, without starting git. All values are empty if there
 * is no repository, or git stores them elsewhere (reftable). The files may be hostile: only names in the form that git
 * requires are returned.
 */
export class GitSignals {
  readonly #directories: GitDirectories | undefined;
  #parsedConfig: GitConfig | undefined;

  /** @param directory absolute. */
  constructor(directory: string) {
    this.#directories = findGitDirectories(directory);
  }

  /** The current branch. Empty with a detached `HEAD`. */
  get branch(): string {
    return this.#directories === undefined ? "" : branchIn(this.#read(this.#directories.gitDir, "HEAD"), "refs/heads/");
  }

  /**
   * The default branch of the remote, as of the last clone or fetch; without one, the local branch with a usual name,
   * if there is exactly one.
   */
  get defaultBranch(): string {
    if (this.#directories === undefined) return "";
    const { commonDir } = this.#directories;
    const remote = this.#remote;
    if (isRefName(remote)) {
      const prefix = `refs/remotes/${remote}/`;
      const known = branchIn(this.#read(commonDir, `${prefix}HEAD`), prefix);
      if (known !== "") return known;
      const fetched = this.#usualBranches(prefix);
      if (fetched.length === 1) return fetched[0] ?? "";
    }
    const own = this.#usualBranches("refs/heads/");
    return own.length === 1 ? (own[0] ?? "") : "";
  }

  /** The remote to which the current branch is pushed: see `remoteNameOf`. */
  get remote(): string {
    const remote = this.#remote;
    const url = this.#config.get(`remote.${remote}.pushurl`) ?? this.#config.get(`remote.${remote}.url`);
    return remoteNameOf(url ?? "");
  }

  /** The name of the remote, in the order in which git chooses it for a push. */
  get #remote(): string {
    const config = this.#config;
    const { branch } = this;
    const chosen =
      config.get(`branch.${branch}.pushremote`) ?? config.get("remote.pushdefault") ?? config.get(`branch.${branch}.remote`);
    if (chosen !== undefined) return chosen;
    const names = [...config.keys()].flatMap((key) => /^remote\.(.*)\.url$/s.exec(key)?.[1] ?? []);
    return names.length === 1 ? (names[0] ?? "") : "origin";
  }

  get #config(): GitConfig {
    return (this.#parsedConfig ??= parseGitConfig(this.#readConfig()));
  }

  #readConfig(): string {
    const directory = this.#directories?.commonDir;
    return directory === undefined ? "" : (readGitMetadata(directory, "config", maxBytes.config) ?? "");
  }

  #usualBranches(prefix: string): readonly string[] {
    const directory = this.#directories?.commonDir ?? "";
    const loose = usualDefaults.filter((name) => /^[0-9a-f]{40}/.test(this.#read(directory, `${prefix}${name}`)));
    if (loose.length > 1) return loose;
    const packed = readGitMetadata(directory, "packed-refs", maxBytes.packedRefs) ?? "";
    return usualDefaults.filter((name) => loose.includes(name) || packed.includes(` ${prefix}${name}\n`));
  }

  #read(directory: string, name: string): string {
    return readGitMetadata(directory, name, maxBytes.ref) ?? "";
  }
}

/** Returns the branch that a symbolic reference names. */
function branchIn(content: string, prefix: string): string {
  const name = /^ref:\s*(\S+)\s*$/.exec(content)?.[1] ?? "";
  const branch = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return isRefName(branch) ? branch : "";
}

/** Whether a name has the form that `git check-ref-format` requires. */
function isRefName(name: string): boolean {
  if (name === "" || name.length > maxBranchLength) return false;
  // oxlint-disable-next-line no-control-regex -- git forbids them.
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$/.test(name)) return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
