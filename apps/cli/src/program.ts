import { readFileSync } from "node:fs";
import { Command } from "commander";
import { defineConflicts } from "./commands/conflicts/define.ts";
import { defineCreate } from "./commands/create/define.ts";
import { defineDelete } from "./commands/delete/define.ts";
import { defineDoctor } from "./commands/doctor/define.ts";
import { defineEdit } from "./commands/edit/define.ts";
import { defineDisable, defineEnable } from "./commands/enable/define.ts";
import { defineExplain } from "./commands/explain/define.ts";
import { defineHistory } from "./commands/history/define.ts";
import { defineInit } from "./commands/init/define.ts";
import { defineLint } from "./commands/lint/define.ts";
import { defineList } from "./commands/list/define.ts";
import { defineReload } from "./commands/reload/define.ts";
import { defineResolve } from "./commands/resolve/define.ts";
import { defineShow } from "./commands/show/define.ts";
import { defineTrace } from "./commands/trace/define.ts";
import { defineWatch } from "./commands/watch/define.ts";
import type { Define, RunCommand } from "./define.ts";
import { closingHelp } from "./help-text.ts";
import { addSharedOptions } from "./options.ts";
import type { Terminal } from "./terminal/terminal.ts";

const commands: readonly Define[] = [
  // To ask
  defineExplain,
  defineResolve,
  defineList,
  defineShow,
  defineConflicts,
  defineTrace,
  defineHistory,
  defineWatch,
  // To change
  defineInit,
  defineCreate,
  defineEdit,
  defineEnable,
  defineDisable,
  defineDelete,
  // To look after
  defineLint,
  defineDoctor,
  defineReload,
];

/**
 * The command line as a whole.
 *
 * @param run is called with the command that was asked for.
 */
export function createProgram(terminal: Pick<Terminal, "out" | "err">, run: RunCommand): Command {
  const program = new Command("precept")
    .description("Which rules apply here, in what order, and why.")
    .exitOverride()
    .showHelpAfterError("(`precept --help` shows how it is used)")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .version(readVersion());
  addSharedOptions(program);
  for (const define of commands) define(program, run);
  program.addHelpText("after", closingHelp());
  return program;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return version;
}
