import type { Terminal } from "./terminal/terminal.ts";

/** The exit code by which a hook denies. Most agents run the tool after any other one, except 0. */
const denied = 2;

/**
 * Denies a call because `precept hook` itself failed, without the code that knows the agents: the exit code is 2, and the reason is on standard error. Cline
 * reads only standard output, and only if the exit code is 0.
 *
 * @param args the arguments after `hook`.
 * @returns the exit code.
 */
export function denyFailedHook(args: readonly string[], error: unknown, { out, err }: Pick<Terminal, "out" | "err">): number {
  const reason = `Precept failed: ${error instanceof Error ? error.message : String(error)}`;
  err(`precept hook: ${reason}\n`);
  if (!args.includes("cline")) return denied;
  out(`${JSON.stringify({ cancel: true, errorMessage: reason })}\n`);
  return 0;
}
