import { toFileSystemFailure } from "@precept/files";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@precept/workspace";
import { CommanderError } from "commander";
import type { Early, RunCommand } from "./define.ts";
import { reportFailure } from "./errors/report-failure.ts";
import { throwUsageFailures } from "./errors/usage-failure.ts";
import { exitCodeOf, exitCodes, type ExitCode } from "./exit-code.ts";
import { refuseConflicts } from "./option-conflicts.ts";
import { createProgram } from "./program.ts";
import { readSettings, type Settings } from "./settings.ts";
import { withPrintableOutput } from "./terminal/screen.ts";
import { styleFor } from "./terminal/style.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { printJson } from "./terminal/text.ts";

/** Opens what a command works on. */
export type OpenForCommand = (dir: string, options: WorkspaceOptions) => Promise<Workspace>;

/**
 * Runs one command.
 *
 * @param args what stands behind `precept` on the command line.
 * @param open where the command works on something else than the directory it names.
 * @returns the exit code. Never rejects: whatever goes wrong is told on standard error.
 */
export async function run(args: readonly string[], terminal: Terminal, open: OpenForCommand = openWorkspace): Promise<ExitCode> {
  const screen = withPrintableOutput(terminal);
  let code: ExitCode = exitCodes.ok;
  let typed: Settings["typed"] = new Map();
  const runCommand: RunCommand = async (
    command,
    commandArgs,
    load,
    { argsAreFiles = false, writes = false, watch = false, early } = {},
  ) => {
    // Commander knows the options by their definitions, and the commands by their types.
    const options = command.optsWithGlobals<Parameters<Awaited<ReturnType<typeof load>>>[0]["options"]>();
    refuseConflicts(command, commandArgs);
    const settings = readSettings(options, terminal, argsAreFiles ? commandArgs : []);
    ({ typed } = settings);
    const { result: known, after }: Early =
      early === undefined || open !== openWorkspace ? {} : await (await early())(settings, options);
    if (known !== undefined) {
      screen.out(known.text(styleFor(terminal)));
      code = known.code;
      return;
    }
    const [work, workspace] = await Promise.all([
      load(),
      open(settings.dir, { ...settings.workspace, watch, readOnly: !writes, remember: true }),
    ]);
    await using opened = workspace;
    const result = await work({ workspace: opened, settings, options, args: commandArgs, terminal: screen });
    if (settings.json && result.json !== undefined) {
      terminal.out(`${printJson(result.json, 2)}\n`);
    } else {
      const style = styleFor(terminal);
      (result.isVerbatim === true ? terminal : screen).out(result.text(style));
      screen.err(result.aside?.(style) ?? "");
    }
    code = result.code;
    await after?.(result).catch(() => undefined);
  };
  const program = createProgram(screen, runCommand, args[0]);
  throwUsageFailures(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // The help or the version was printed, because it was asked for or because a subcommand is missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = toFileSystemFailure(error) ?? error;
    reportFailure(failure, screen, { json: args.includes("--json"), typed });
    return exitCodeOf(failure);
  }
}
