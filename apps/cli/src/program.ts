import { readFileSync } from "node:fs";
import { Command } from "commander";
import { defineExplain } from "./commands/explain/define.ts";
import { defineLint } from "./commands/lint/define.ts";
import { defineList } from "./commands/list/define.ts";
import { defineResolve } from "./commands/resolve/define.ts";
import { defineShow } from "./commands/show/define.ts";
import type { Define } from "./define.ts";
import type { ExitCode } from "./exit-code.ts";
import { closingHelp } from "./help-text.ts";
import { addSharedOptions } from "./options.ts";
import type { Terminal } from "./terminal/terminal.ts";

const commands: readonly Define[] = [defineExplain, defineResolve, defineList, defineShow, defineLint];

/**
 * The command line as a whole.
 *
 * @param finish is told the exit code of the command that ran.
 */
export function createProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command("precept")
    .description("Which rules apply here, in what order, and why.")
    .exitOverride()
    .showHelpAfterError("(`precept --help` shows how it is used)")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .version(readVersion());
  addSharedOptions(program);
  for (const define of commands) define(program, terminal, finish);
  program.addHelpText("after", closingHelp());
  return program;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return version;
}
