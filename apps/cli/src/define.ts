import type { Command } from "commander";
import type { ExitCode } from "./exit-code.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * How a command is put on the command line. What it does is only loaded when it is called.
 *
 * @param finish is told the exit code.
 */
export type Define = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void) => void;
