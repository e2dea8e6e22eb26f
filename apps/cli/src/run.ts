import { PreceptError } from "@precept/core";
import { CommanderError } from "commander";
import { exitCodeOf, exitCodes, type ExitCode } from "./exit-code.ts";
import { createProgram } from "./program.ts";
import { styleFor } from "./terminal/style.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * Runs one command.
 *
 * @param args what stands behind `precept` on the command line.
 * @returns the exit code. Never rejects: whatever goes wrong is told on standard error.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine;
  const program = createProgram(terminal, (result) => (code = result));
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // Commander has said already what it had to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    report(error, terminal, args.includes("--json"));
    return exitCodeOf(error);
  }
}

function report(error: unknown, terminal: Terminal, json: boolean): void {
  if (!PreceptError.is(error)) {
    terminal.err(`precept: unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}\n`);
  } else if (json) {
    terminal.err(`${JSON.stringify({ error }, undefined, 2)}\n`);
  } else {
    const style = styleFor(terminal);
    terminal.err(
      `${style.red("error:")} ${error.message}\n${error.hint === undefined ? "" : `${style.dim("hint:")} ${error.hint}\n`}`,
    );
  }
}
