import { findGitDirectories, readGitMetadata, type GitDirectories } from "@precept/files";

/** The maximum sizes of the files that are read, in bytes. A larger file counts as missing. */
const maxBytes = { ref: 4096, config: 1_048_576, packedRefs: 33_554_432 } as const;

/** The maximum length of the name of a branch, in UTF-16 code units. A longer name is ignored. */
const maxBranchLength = 255;

/** The usual names of a default branch, for a remote without a known one. */
const usualDefaults = ["main", "master"];

/**
 * Reads branches and remotes of a directory's repository from its files, without starting git. Values are empty if
 * there is no repository, or if git stores them elsewhere (reftable). The files may be hostile: only names in the form
 * that git requires are returned.
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

  /** The default branch of the remote, as of the last fetch; otherwise the only local branch with a usual name. */
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

/** The values of a git configuration by name: `remote.origin.url`. The last of several values counts. */
export type GitConfig = ReadonlyMap<string, string>;

const section = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const setting = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s;

/** Parses a git configuration file. Skips invalid lines, included files and `insteadOf`. */
function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string>();
  let prefix = "";
  // A backslash at the end of a line continues it.
  for (const written of text.replace(/\\\r?\n/g, "").split("\n")) {
    let line = written.trim();
    const header = section.exec(line);
    if (header !== null) {
      const [whole, name = "", subsection] = header;
      prefix = `${name.toLowerCase()}.${subsection === undefined ? "" : `${subsection.replace(/\\(.)/g, "$1")}.`}`;
      line = line.slice(whole.length).trim();
    }
    const [, name, value] = setting.exec(line) ?? [];
    if (name !== undefined && prefix !== "") values.set(`${prefix}${name.toLowerCase()}`, readValue(value ?? "true"));
  }
  return values;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Removes quotes, escapes and a comment. */
function readValue(written: string): string {
  let value = "";
  let isQuoted = false;
  for (let at = 0; at < written.length; at += 1) {
    const character = written[at] ?? "";
    if (character === "\\") {
      const next = written[(at += 1)] ?? "";
      value += escapes[next] ?? next;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "#" || character === ";")) break;
    else value += character;
  }
  return value.trim();
}

/** The maximum length of the name of a remote, in UTF-16 code units. A longer URL has no name. */
const maxLength = 1024;

/** A remote without protocol and credentials: `github.com/shop/api` for `git@github.com:shop/api`. Keeps paths. */
function remoteNameOf(url: string): string {
  // oxlint-disable-next-line no-control-regex -- they must not get into messages.
  if (url.length > maxLength || /[\u0000-\u001f\u007f]/.test(url)) return "";
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url);
  const short = /^(?:[^@/\\:]+@)?((?:\[[^\]]+\]|[^/\\:[\]]{2,})):(?!\/\/)(.*)$/s.exec(url);
  if (withScheme !== null) return join(withoutPort(withScheme[1] ?? ""), withScheme[2] ?? "");
  return short === null ? withoutSuffix(url) : join(short[1] ?? "", short[2] ?? "");
}

function withoutPort(authority: string): string {
  return authority.replace(/^.*@/s, "").replace(/:\d*$/, "");
}

function join(host: string, path: string): string {
  const name = withoutSuffix(path);
  return host === "" ? name : [host.toLowerCase(), name.replace(/^\/+/, "")].filter((part) => part !== "").join("/");
}

function withoutSuffix(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}
