import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { findGit } from "./find-git.ts";
import { overridesFor } from "./program-settings.ts";
import { onStall } from "./stall.ts";

/** How to run git once. */
export interface GitCall {
  /** Given to git as its input. */
  readonly input?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string>>;
  /** In milliseconds; 0 for no limit. Default: no limit. */
  readonly timeLimit?: number;
  /** Exit codes, beside 0, that are answers and not failures. */
  readonly answers?: readonly number[];
  readonly signal?: AbortSignal | undefined;
  /** Whether git is ended when it makes no progress; see {@link onStall}. For commands that start no other process. Default false. */
  readonly endIfStalled?: boolean;
  /** The names of the settings that apply here; see {@link readSettingNames}. */
  readonly settingNames?: readonly string[];
  /** Run git through `sh`, which first writes its process id to this file and makes new files private. Ignored on Windows. */
  readonly privately?: { readonly pidFile: string };
}

export interface GitAnswer {
  readonly code: number;
  readonly bytes: Buffer;
  /** The output as text, one character per byte: paths are bytes, and need not be UTF-8. */
  readonly text: string;
}

/** Why a run of git has no answer. */
export type GitFailureReason = "no git" | "no directory" | "timeout" | "exit";

/** A run of git that failed. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly reason: GitFailureReason;
  /** What git wrote to standard error, on one line. */
  readonly said: string;

  constructor(reason: GitFailureReason, message: string, said: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.said = said;
  }
}

/**
 * Runs git and collects its output. Git runs no program that the repository names, and fetches nothing.
 *
 * @throws GitFailure
 */
export async function runGit(cwd: string, args: readonly string[], call: GitCall = {}): Promise<GitAnswer> {
  const { child, finished } = start(cwd, args, call);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await finished;
  const bytes = Buffer.concat(chunks);
  return { code, bytes, text: bytes.toString("latin1") };
}

/**
 * Runs git and yields its output while it runs, under the same restrictions as {@link runGit}. Ending the iteration early ends git.
 *
 * @throws GitFailure
 */
export async function* streamGit(cwd: string, args: readonly string[], call: GitCall = {}): AsyncGenerator<Buffer, void> {
  const { child, finished } = start(cwd, args, call);
  // Its failure is thrown at the end of the output.
  finished.catch(() => undefined);
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    await finished;
  } finally {
    child.kill();
  }
}

/** A run of git that answers to what it is given, as `git cat-file --batch` does. */
export function openGit(cwd: string, args: readonly string[], call: GitCall = {}): GitProcess {
  return start(cwd, args, call, true);
}

export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its exit code. @throws GitFailure */
  readonly finished: Promise<number>;
}

const maxSaid = 64 * 1024;

/** Does not begin if the process that wants it was killed in the meantime: nobody would know that git is running. */
const privateScript = 'umask 077 && echo $$ > "$0" && [ "$PPID" = "$1" ] && shift && exec "$@"';

function start(cwd: string, args: readonly string[], call: GitCall, isOpen = false): GitProcess {
  const { input, timeLimit = 0, answers = [], signal, endIfStalled = false, privately } = call;
  signal?.throwIfAborted();
  const git = findGit();
  if (git === undefined) throw new GitFailure("no git", "There is no program `git`.", "");
  const env = environmentFor(git.searchPath, call);
  const program = [git.path, ...args];
  const [command = "", ...words] =
    privately === undefined || process.platform === "win32"
      ? program
      : ["/bin/sh", "-c", privateScript, privately.pidFile, `${process.pid}`, ...program];
  const child = spawn(command, words, { cwd, env, windowsHide: true });
  const finished = new Promise<number>((resolve, reject) => {
    let said = "";
    let isLate = false;
    let isStalled = false;
    const endWatch = endIfStalled ? onStall(child, () => ((isStalled = true), child.kill())) : () => undefined;
    const timer = timeLimit === 0 ? undefined : setTimeout(() => ((isLate = true), child.kill()), timeLimit);
    child.stderr.on("data", (chunk: Buffer) => {
      if (said.length < maxSaid) said += chunk.toString("utf8");
    });
    child.once("error", (error) => {
      clearTimeout(timer);
      endWatch();
      // Git itself was found a moment ago.
      reject(new GitFailure("no directory", `Cannot run git in "${cwd}".`, "", error));
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      endWatch();
      const subcommand = subcommandOf(args);
      if (isStalled) {
        reject(
          new GitFailure(
            "timeout",
            `git waits for something in \`git ${subcommand}\`: a pipe in the place of a file, perhaps`,
            "",
          ),
        );
        return;
      }
      if (isLate) reject(new GitFailure("timeout", `git took longer than ${timeLimit} ms for \`git ${subcommand}\``, ""));
      else if (code !== null && (code === 0 || answers.includes(code))) resolve(code);
      else reject(new GitFailure("exit", `\`git ${subcommand}\` failed`, oneLine(said)));
    });
  });
  // Where git ends before it has read everything, its exit code says why.
  child.stdin.on("error", () => undefined);
  if (!isOpen) child.stdin.end(input);
  return { child, finished };
}

function subcommandOf(args: readonly string[]): string {
  return args.find((one) => !one.startsWith("-")) ?? "";
}

function oneLine(said: string): string {
  return said
    .trim()
    .replace(/\s*\n\s*/g, "; ")
    .replace(/^(?:fatal|error): /, "")
    .slice(0, 2_000)
    .replace(/\.$/, "");
}

/** The user decides where git looks for their configuration. Any other variable could make git use another repository, or other files. */
const inherited = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/;

/** Programs that git would start to ask, to show or to connect, and the permission to fetch. */
const fixedEnvironment = {
  LC_ALL: "C",
  GIT_ALLOW_PROTOCOL: "",
  GIT_ASKPASS: "",
  GIT_EDITOR: ":",
  GIT_NO_LAZY_FETCH: "1",
  // Reading a repository must not lock others out of it.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_SEQUENCE_EDITOR: ":",
  GIT_SSH_COMMAND: "false",
  GIT_TERMINAL_PROMPT: "0",
  SSH_ASKPASS: "",
};

function environmentFor(searchPath: string, { env = {}, settingNames }: GitCall): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => {
    // Windows knows the search path under more than one spelling.
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

/**
 * The names of all settings that apply in a directory. Reading them runs nothing.
 *
 * @throws GitFailure
 */
export async function readSettingNames(cwd: string, call: GitCall = {}): Promise<readonly string[]> {
  const { bytes } = await runGit(cwd, ["config", "--list", "--name-only", "-z"], call);
  return [...new Set(bytes.toString("utf8").split("\0"))].filter((name) => name !== "");
}
