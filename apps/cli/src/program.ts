import { Command } from "commander";
import { defineAudit } from "./commands/audit/define.ts";
import { defineCheck } from "./commands/check/define.ts";
import { defineCheckpoint } from "./commands/checkpoint/define.ts";
import { defineConflicts } from "./commands/conflicts/define.ts";
import { defineConvert } from "./commands/convert/define.ts";
import { defineCreate } from "./commands/create/define.ts";
import { defineDelete } from "./commands/delete/define.ts";
import { defineDoctor } from "./commands/doctor/define.ts";
import { defineEdit } from "./commands/edit/define.ts";
import { defineDisable, defineEnable } from "./commands/enable/define.ts";
import { defineExplain } from "./commands/explain/define.ts";
import { defineExport } from "./commands/export/define.ts";
import { defineHistory } from "./commands/history/define.ts";
import { defineImport } from "./commands/import/define.ts";
import { defineInit } from "./commands/init/define.ts";
import { defineLint } from "./commands/lint/define.ts";
import { defineList } from "./commands/list/define.ts";
import { defineMcp } from "./commands/mcp/define.ts";
import { definePolicies } from "./commands/policies/define.ts";
import { defineReload } from "./commands/reload/define.ts";
import { defineResolve } from "./commands/resolve/define.ts";
import { defineShow } from "./commands/show/define.ts";
import { defineSoftHooks } from "./commands/soft-hooks/define.ts";
import { defineTrace } from "./commands/trace/define.ts";
import { defineWatch } from "./commands/watch/define.ts";
import type { Define, RunCommand } from "./define.ts";
import { closingHelp } from "./help-text.ts";
import { addSharedOptions } from "./options.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { printable } from "./terminal/text.ts";
import { readVersion } from "./version.ts";

/** By name, in the order in which the help shows them. */
const commands: Readonly<Record<string, Define>> = {
  // To ask
  explain: defineExplain,
  resolve: defineResolve,
  list: defineList,
  show: defineShow,
  conflicts: defineConflicts,
  trace: defineTrace,
  history: defineHistory,
  watch: defineWatch,
  // For agents
  mcp: defineMcp,
  // To change
  init: defineInit,
  create: defineCreate,
  edit: defineEdit,
  enable: defineEnable,
  disable: defineDisable,
  delete: defineDelete,
  // Between tools
  import: defineImport,
  export: defineExport,
  convert: defineConvert,
  // To enforce
  check: defineCheck,
  policies: definePolicies,
  audit: defineAudit,
  "soft-hooks": defineSoftHooks,
  checkpoint: defineCheckpoint,
  // To look after
  lint: defineLint,
  doctor: defineDoctor,
  reload: defineReload,
};

/**
 * The command line as a whole.
 *
 * @param run is called with the command that was asked for.
 * @param called the command that the line begins with, where it does: the others need not be put together. Default: all.
 */
export function createProgram(terminal: Pick<Terminal, "out" | "err">, run: RunCommand, called?: string): Command {
  const program = new Command("precept")
    .description("Which rules apply here, in what order, and why.")
    .exitOverride()
    .showHelpAfterError("(`precept --help` shows how it is used)")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      // The message quotes what was typed, and the suggestion is on a line of its own.
      outputError: (text, write) =>
        write(
          `${text
            .trimEnd()
            .split(/\n(?=\(Did you mean )/)
            .map(printable)
            .join("\n")}\n`,
        ),
    })
    .version(readVersion());
  addSharedOptions(program);
  const only = called !== undefined && Object.hasOwn(commands, called) ? commands[called] : undefined;
  for (const define of only === undefined ? Object.values(commands) : [only]) define(program, run);
  program.addHelpText("after", closingHelp());
  return program;
}
