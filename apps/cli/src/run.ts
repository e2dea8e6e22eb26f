import { PreceptError } from "@precept/core";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@precept/workspace";
import { CommanderError } from "commander";
import type { CommandResult, Precheck, RunCommand } from "./define.ts";
import { exitCodeOf, exitCodes, type ExitCode } from "./exit-code.ts";
import { toFailure } from "./file-system-failure.ts";
import { createProgram } from "./program.ts";
import { readSettings } from "./settings.ts";
import { withPrintableOutput } from "./terminal/screen.ts";
import { styleFor, type Style } from "./terminal/style.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { printable, printJson } from "./terminal/text.ts";
import { wrapLine } from "./terminal/wrap.ts";

/** Opens the workspace of a command. */
export type OpenForCommand = (dir: string, options: WorkspaceOptions) => Promise<Workspace>;

/**
 * Runs one command.
 *
 * @param args the arguments after `precept`.
 * @param open provides the workspace. Default: opens the project directory.
 * @returns the exit code. Never rejects: errors are printed on standard error.
 */
export async function run(args: readonly string[], terminal: Terminal, open: OpenForCommand = openWorkspace): Promise<ExitCode> {
  const output = hasFlag(args, "--no-color") ? { ...terminal, env: { ...terminal.env, NO_COLOR: "1" } } : terminal;
  const screen = withPrintableOutput(output);
  let code: ExitCode = exitCodes.fine;
  const runCommand: RunCommand = async (
    command,
    commandArgs,
    load,
    { argsAreFiles = false, writes = false, watch = false, precheck } = {},
  ) => {
    // Commander knows the options by their definitions, and the commands by their types.
    const options = command.optsWithGlobals<Parameters<Awaited<ReturnType<typeof load>>>[0]["options"]>();
    const settings = readSettings(options, screen, argsAreFiles ? commandArgs : []);
    const print = (result: CommandResult): void => {
      code = result.code;
      if (settings.json && result.json !== undefined) {
        terminal.out(`${printJson(result.json, 2)}\n`);
        return;
      }
      const style = styleFor(screen);
      const isLeftOut = options.quiet === true && result.isConfirmation === true && result.code === exitCodes.fine;
      if (!isLeftOut) (result.isVerbatim === true ? terminal : screen).out(result.text(style));
      screen.err(result.notice?.(style) ?? "");
    };
    const { result: known, after }: Precheck =
      precheck === undefined || open !== openWorkspace ? {} : await (await precheck())(settings, options);
    if (known !== undefined) {
      print(known);
      return;
    }
    const [work, workspace] = await Promise.all([
      load(),
      open(settings.dir, { ...settings.workspace, watch, readOnly: !writes, remember: true }),
    ]);
    await using opened = workspace;
    const result = await work({ workspace: opened, settings, options, args: commandArgs, terminal: screen });
    print(result);
    await after?.(result).catch(() => undefined);
  };
  const program = createProgram(screen, runCommand, args[0]);
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // Commander has printed its own errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    const failure = toFailure(error);
    report(failure, screen, hasFlag(args, "--json"));
    return exitCodeOf(failure);
  }
}

/** Whether a flag is among the arguments, for what happens before they are parsed or when they cannot be. */
function hasFlag(args: readonly string[], flag: string): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).includes(flag);
}

function report(error: unknown, terminal: Terminal, json: boolean): void {
  if (!PreceptError.is(error)) {
    terminal.err(`precept: unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}\n`);
  } else if (json) {
    terminal.err(`${printJson({ error }, 2)}\n`);
  } else {
    const style = styleFor(terminal);
    const lines = [
      ...viewMessage(style.red("error:"), error.message, style),
      ...(error.hint === undefined ? [] : viewMessage(style.dim("hint:"), error.hint, style)),
    ];
    terminal.err(lines.map((line) => `${line}\n`).join(""));
  }
}

/** A message with a label. Its further lines are indented, so that a name in it cannot forge a line of ours. */
function viewMessage(label: string, message: string, style: Style): readonly string[] {
  const [first = "", ...others] = message.trimEnd().split(/\r?\n/).map(printable);
  const further = others.flatMap((line) => wrapLine(`    ${line}`, style));
  return [...wrapLine(`${label} ${first}`, style, 4), ...further];
}
