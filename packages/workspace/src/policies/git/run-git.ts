import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { PreceptError } from "@precept/core";

/** What is being done, for whoever reads that it failed. */
export interface GitTask {
  /** As a phrase: `roll back`. */
  readonly action: string;
  /** What the caller named. */
  readonly directory: string;
  /** The most that one call of git may take, in milliseconds. */
  readonly timeLimit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GitCall {
  /** Given to git as its input. */
  readonly input?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of the task's own limit; 0 for none. */
  readonly timeLimit?: number;
  /** Exit codes, beside 0, that are answers and no failures. */
  readonly answers?: readonly number[];
}

export interface GitAnswer {
  readonly code: number;
  readonly bytes: Buffer;
  /** What it printed, a character a byte: paths are bytes, and need not be UTF-8. */
  readonly text: string;
}

/**
 * Where git looks for the configuration stays as the person has it. Every other variable of git's could make it look at another repository,
 * or at other files.
 */
const kept = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/;

/** Hooks and monitors are programs of the person's, and are not for work behind the scenes. */
const quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"];

const mostOutput = 1_073_741_824;

/**
 * Runs git.
 *
 * @throws PreceptError `CHECKPOINT_FAILED` in git's own words.
 */
export async function runGit(task: GitTask, cwd: string, args: readonly string[], call: GitCall = {}): Promise<GitAnswer> {
  task.signal?.throwIfAborted();
  const { input, env = {}, timeLimit = task.timeLimit, answers = [] } = call;
  try {
    return await new Promise<GitAnswer>((resolve, reject) => {
      const child = execFile(
        "git",
        [...quiet, ...args],
        {
          cwd,
          env: { ...cleanEnvironment(), ...env },
          encoding: "buffer",
          maxBuffer: mostOutput,
          timeout: timeLimit,
          windowsHide: true,
        },
        (error, bytes, stderr) => {
          const code = error === null ? 0 : error.code;
          const isAnswer = typeof code === "number" && (code === 0 || answers.includes(code));
          if (isAnswer) resolve({ code, bytes, text: bytes.toString("latin1") });
          else reject(Object.assign(error ?? new Error("git failed"), { stderr: stderr.toString("utf8") }));
        },
      );
      // Where git ends before it has read everything, its exit code says why.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
  } catch (error) {
    throw await describeFailure(task, cwd, args, error as GitError);
  }
}

interface GitError extends Error {
  readonly code?: number | string;
  readonly killed?: boolean;
  readonly stderr: string;
}

async function describeFailure(task: GitTask, cwd: string, args: readonly string[], error: GitError): Promise<PreceptError> {
  const fail = (problem: string, remedy?: string): PreceptError => failureOf(task, problem, remedy, error);
  if (error.code === "ENOENT" || error.code === "ENOTDIR") {
    const isThere = await stat(cwd).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) return fail("it is no directory", "Name a directory that exists.");
    return fail("there is no program `git`", "Install git, or put it on the PATH.");
  }
  const command = args.find((one) => !one.startsWith("-")) ?? "";
  if (error.killed === true) return fail(`git took longer than ${task.timeLimit} ms for \`git ${command}\``);
  const said = error.stderr
    .trim()
    .replace(/\s*\n\s*/g, "; ")
    .replace(/^(?:fatal|error): /, "");
  if (/not a git repository/.test(said)) {
    return fail("it is in no git repository", "Make one with `git init`; checkpoints are kept in it.");
  }
  if (/must be run in a work tree/.test(said))
    return fail("the repository has no files there: it is bare, or this is its `.git`");
  return fail(said === "" ? error.message.trim() : `git says: ${said.slice(0, 2_000).replace(/\.$/, "")}`);
}

/** Something that stood in the way. */
export function failureOf({ action, directory }: GitTask, problem: string, remedy?: string, cause?: unknown): PreceptError {
  return new PreceptError("CHECKPOINT_FAILED", { action, directory, problem, remedy }, { cause });
}

/** Does a part of the work; what the system could not do becomes a failure of the whole. */
export async function reportFailure<Result>(task: GitTask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (PreceptError.is(error) || task.signal?.aborted === true) throw error;
    throw failureOf(task, error instanceof Error ? error.message : String(error), undefined, error);
  }
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || kept.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    // Looking at a repository must not keep others from using it.
    GIT_OPTIONAL_LOCKS: "0",
  };
}
