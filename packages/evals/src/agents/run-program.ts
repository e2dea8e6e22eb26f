import { spawn } from "node:child_process";

export interface ProgramCall {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramEnd {
  /** Undefined if it was killed, or not started. */
  readonly exitCode: number | undefined;
  /** Why it did not end by itself. */
  readonly problem: string | undefined;
  /** The end of what it printed. */
  readonly output: string;
}

/** How much of an output is recorded, in characters. */
const maxOutput = 64_000;

const isWindows = process.platform === "win32";

/** Runs a program without a shell. It is killed with all that it started when the time is up, or the signal is aborted. */
export async function runProgram({ words, cwd, env, input, timeout, signal }: ProgramCall): Promise<ProgramEnd> {
  const [program = "", ...args] = words;
  const { promise, resolve } = Promise.withResolvers<Omit<ProgramEnd, "output">>();
  let output = "";
  // A separate process group, so that everything that the program starts is killed with it.
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: !isWindows });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-maxOutput)));
  }
  child.on("error", ({ message }) => resolve({ exitCode: undefined, problem: message }));
  child.on("close", (code) => resolve({ exitCode: code ?? undefined, problem: code === null ? "it was killed" : undefined }));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  const kill = (problem: string): void => {
    killGroup(child.pid);
    resolve({ exitCode: undefined, problem });
  };
  const timer = setTimeout(() => kill(`it took longer than ${timeout / 1000} seconds`), timeout);
  const onAbort = (): void => kill("it was interrupted");
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted === true) onAbort();
  try {
    return { ...(await promise), output };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    // What the program left running would change the copy while it is compared.
    killGroup(child.pid);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
