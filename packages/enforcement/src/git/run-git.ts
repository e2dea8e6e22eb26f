import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { delimiter, isAbsolute, join } from "node:path";
import { isExecutable } from "@precept/files";
import { overridesFor } from "./program-settings.ts";
import { onStall } from "./stall.ts";

export interface GitOptions {
  /** Written to the standard input of git. */
  readonly input?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string>>;
  /** In milliseconds; 0 for no limit. Default: no limit. */
  readonly timeLimit?: number;
  /** Exit codes other than 0 that are not errors. */
  readonly allowedExitCodes?: readonly number[];
  readonly signal?: AbortSignal | undefined;
  /** Whether to end git if it stalls, see {@link onStall}. Only if it starts no other process. Default false. */
  readonly endIfStalled?: boolean;
  /** The names of the settings that apply in the repository; see {@link readSettingNames}. */
  readonly settingNames?: readonly string[];
  /** Runs git through `sh`, which writes its process id to this file and makes new files private. Not on Windows. */
  readonly privateUmask?: { readonly pidFile: string };
}

export interface GitResult {
  readonly code: number;
  /** The standard output. */
  readonly bytes: Buffer;
  /** The standard output as latin1 text, one character per byte: paths are bytes and need not be UTF-8. */
  readonly text: string;
}

/** Why a run of git failed. */
export type GitErrorReason = "no git" | "no directory" | "timeout" | "exit";

/** Thrown if git cannot run, exceeds its time limit, or exits with an error. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly reason: GitErrorReason;
  /** What git wrote to standard error, on one line. */
  readonly stderr: string;

  constructor(reason: GitErrorReason, message: string, stderr: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.stderr = stderr;
  }
}

/** Runs git and collects its output. Git runs no program of the repository, and fetches nothing. @throws GitError */
export async function runGit(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const { child, finished } = start(cwd, args, options);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await finished;
  const bytes = Buffer.concat(chunks);
  return { code, bytes, text: bytes.toString("latin1") };
}

/** Runs git like {@link runGit} and yields its output while it runs. Ending the iteration ends git. @throws GitError */
export async function* streamGit(cwd: string, args: readonly string[], options: GitOptions = {}): AsyncGenerator<Buffer, void> {
  const { child, finished } = start(cwd, args, options);
  // The error is thrown at the end of the output.
  finished.catch(() => undefined);
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    await finished;
  } finally {
    child.kill();
  }
}

/** Starts git with an open standard input, for interactive commands such as `git cat-file --batch`. */
export function openGit(cwd: string, args: readonly string[], options: GitOptions = {}): GitProcess {
  return start(cwd, args, options, true);
}

export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves to the exit code. @throws GitError */
  readonly finished: Promise<number>;
}

const maxStderr = 64 * 1024;

/** Does not start git if the parent process was killed in the meantime, since nothing would wait for git to end. */
const privateScript = 'umask 077 && echo $$ > "$0" && [ "$PPID" = "$1" ] && shift && exec "$@"';

function start(cwd: string, args: readonly string[], options: GitOptions, isOpen = false): GitProcess {
  const { input, timeLimit = 0, allowedExitCodes = [], signal, endIfStalled = false, privateUmask } = options;
  signal?.throwIfAborted();
  const git = findGit();
  if (git === undefined) throw new GitError("no git", "The program `git` was not found.", "");
  const env = environmentFor(git.searchPath, options);
  const program = [git.path, ...args];
  const [command = "", ...words] =
    privateUmask === undefined || process.platform === "win32"
      ? program
      : ["/bin/sh", "-c", privateScript, privateUmask.pidFile, `${process.pid}`, ...program];
  const child = spawn(command, words, { cwd, env, windowsHide: true });
  const finished = new Promise<number>((resolve, reject) => {
    let stderr = "";
    let isTimedOut = false;
    let isStalled = false;
    const endWatch = endIfStalled ? onStall(child, () => ((isStalled = true), child.kill())) : () => undefined;
    const timer = timeLimit === 0 ? undefined : setTimeout(() => ((isTimedOut = true), child.kill()), timeLimit);
    child.stderr.on("data", (chunk: Buffer) => {
      if (stderr.length < maxStderr) stderr += chunk.toString("utf8");
    });
    child.once("error", (error) => {
      clearTimeout(timer);
      endWatch();
      // Git exists, since `findGit` has just found it: the directory does not.
      reject(new GitError("no directory", `Cannot run git in "${cwd}".`, "", error));
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      endWatch();
      const subcommand = args.find((one) => !one.startsWith("-")) ?? "";
      if (isStalled) {
        reject(new GitError("timeout", `\`git ${subcommand}\` stalled: a named pipe may be in the place of a file`, ""));
        return;
      }
      if (isTimedOut) reject(new GitError("timeout", `git took longer than ${timeLimit} ms for \`git ${subcommand}\``, ""));
      else if (code !== null && (code === 0 || allowedExitCodes.includes(code))) resolve(code);
      else reject(new GitError("exit", `\`git ${subcommand}\` failed`, oneLine(stderr)));
    });
  });
  // If git ends before it has read its input, its exit code says why.
  child.stdin.on("error", () => undefined);
  if (!isOpen) child.stdin.end(input);
  return { child, finished };
}

function oneLine(stderr: string): string {
  return stderr
    .trim()
    .replace(/\s*\n\s*/g, "; ")
    .replace(/^(?:fatal|error): /, "")
    .slice(0, 2_000)
    .replace(/\.$/, "");
}

/** Variables that name the user's configuration. Others could make git use another repository or other files. */
const inherited = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/;

/** Prevents git from prompting, paging, connecting and fetching. */
const fixedEnvironment = {
  LC_ALL: "C",
  GIT_ALLOW_PROTOCOL: "",
  GIT_ASKPASS: "",
  GIT_EDITOR: ":",
  GIT_NO_LAZY_FETCH: "1",
  // Reading a repository must not lock its index.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_SEQUENCE_EDITOR: ":",
  GIT_SSH_COMMAND: "false",
  GIT_TERMINAL_PROMPT: "0",
  SSH_ASKPASS: "",
};

function environmentFor(searchPath: string, { env = {}, settingNames }: GitOptions): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => {
    // On Windows the name of the search path has more than one spelling.
    return name.toUpperCase() !== "PATH" && (!name.startsWith("GIT_") || inherited.test(name));
  });
  const overrides = overridesFor(settingNames);
  return {
    ...Object.fromEntries(own),
    PATH: searchPath,
    ...fixedEnvironment,
    GIT_CONFIG_COUNT: `${overrides.length}`,
    ...Object.fromEntries(
      overrides.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    ...env,
  };
}

/** Reads the names of all settings that apply in a directory, without starting a program that they name. */
export async function readSettingNames(cwd: string, options: GitOptions = {}): Promise<readonly string[]> {
  const { bytes } = await runGit(cwd, ["config", "--list", "--name-only", "-z"], options);
  return [...new Set(bytes.toString("utf8").split("\0"))].filter((name) => name !== "");
}

interface GitProgram {
  readonly path: string;
  /** The absolute directories of the search path. */
  readonly searchPath: string;
}

const fileName = process.platform === "win32" ? "git.exe" : "git";
let cached: { readonly path: string; readonly git: GitProgram } | undefined;

/** Finds git in the absolute directories of `PATH`. Others could be part of the repository that git will run in. */
function findGit(path: string = process.env["PATH"] ?? ""): GitProgram | undefined {
  if (cached?.path === path && isExecutable(cached.git.path)) return cached.git;
  const directories = path.split(delimiter).filter((directory) => isAbsolute(directory));
  const program = directories.map((directory) => join(directory, fileName)).find((candidate) => isExecutable(candidate));
  if (program === undefined) return undefined;
  cached = { path, git: { path: program, searchPath: directories.join(delimiter) } };
  return cached.git;
}
