import { createOutput, standardError, standardOutput } from "./terminal/output.ts";

/** The exit code by which a hook denies. Most agents run the tool after any other one, except 0. */
const denied = 2;

/**
 * Denies a call because `precept hook` itself failed, without the code that knows the agents: the exit code is 2, and
 * the reason is on standard error. Cline reads only standard output, and only if the exit code is 0.
 *
 * @param args the arguments after `hook`.
 * @returns the exit code.
 */
export function denyFailedHook(args: readonly string[], error: unknown): number {
  const reason = `Precept failed: ${error instanceof Error ? error.message : String(error)}`;
  const isCline = args.includes("cline");
  writeHookOutput(isCline ? `${JSON.stringify({ cancel: true, errorMessage: reason })}\n` : "", `precept hook: ${reason}\n`);
  return isCline ? 0 : denied;
}

/**
 * Writes a hook's output. If that fails, the exit code denies: the lost answer could be a denial.
 *
 * @returns whether everything is written. Otherwise, the process must not be ended before it ends by itself.
 */
export function writeHookOutput(stdout: string, stderr: string): boolean {
  const writeError = createOutput(standardError, () => process.stderr.on("error", () => undefined));
  const write = createOutput(standardOutput, () =>
    process.stdout.on("error", (error) => {
      writeError(`precept hook: The answer could not be written: ${error.message}\n`);
      process.exit(denied);
    }),
  );
  const isErrorWritten = writeError(stderr);
  return write(stdout) && isErrorWritten;
}
