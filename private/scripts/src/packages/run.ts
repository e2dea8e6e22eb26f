import { spawn } from "node:child_process";
import { isAbsolute } from "node:path";

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether any exit code is accepted. Default: a code other than 0 is an error. */
  readonly mayFail?: boolean;
  /** When a command that still runs is ended, in milliseconds. Default: 10 minutes. */
  readonly timeout?: number;
}

export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What the process wrote to standard output and standard error. */
  readonly output: string;
}

/**
 * Runs a command without standard input and waits for it.
 *
 * @throws Error with the command's output if it fails.
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env = {}, mayFail = false, timeout = 600_000 }: RunOptions,
): Promise<RunResult> {
  // npm and npx are scripts on Windows, which only a shell runs.
  const shell = process.platform === "win32" && !isAbsolute(command);
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, shell, timeout, stdio: [...stdio] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const result = await new Promise<RunResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, output }));
  });
  if (result.code === 0 || mayFail) return result;
  throw new Error(`\`${[command, ...args].join(" ")}\` in ${cwd} ended with ${result.code ?? result.signal}:\n${result.output}`);
}

/** Runs pnpm, whether it is installed or not. */
export function runPnpm(args: readonly string[], options: RunOptions): Promise<RunResult> {
  return run("npx", ["-y", "pnpm@12", ...args], options);
}
