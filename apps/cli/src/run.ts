import { withoutUndefined } from "@precept/core";
import { toFileSystemFailure } from "@precept/files";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@precept/workspace";
import type { FoundProjectState } from "@precept/server/state";
import { CommanderError, type Command } from "commander";
import type { CallWithoutWorkspace, CommandResult, Precheck, RunCommand, RunOptionsFor, Work } from "./define.ts";
import { reportFailure } from "./errors/report-failure.ts";
import { throwUsageFailures } from "./errors/usage-failure.ts";
import { exitCodeOf, exitCodes, type ExitCode } from "./exit-code.ts";
import { refuseConflicts } from "./option-conflicts.ts";
import { createProgram, shortHelp } from "./program.ts";
import { readSettings, type Settings, type SharedOptions } from "./settings.ts";
import { refuseUnused } from "./shared-options.ts";
import { createProgressLine } from "./terminal/progress-line.ts";
import { withPrintableOutput } from "./terminal/screen.ts";
import { inBlocks, jsonParts } from "./terminal/print-parts.ts";
import { styleFor } from "./terminal/text.ts";
import type { Terminal } from "./terminal/terminal.ts";

export type OpenForCommand = (dir: string, options: WorkspaceOptions) => Promise<Workspace>;

/**
 * Runs one command.
 *
 * @param args the arguments after `precept`.
 * @param user the terminal of the user.
 * @param open provides the workspace. Default: opens the project directory.
 * @returns the exit code. Never rejects: errors are printed on standard error.
 */
export async function run(args: readonly string[], user: Terminal, open: OpenForCommand = openWorkspace): Promise<ExitCode> {
  const line = createProgressLine(user);
  const { terminal } = line;
  const screen = withPrintableOutput(terminal, hasFlag(args, "--no-color") ? { ...terminal.env, NO_COLOR: "1" } : terminal.env);
  if (args.length === 0) {
    screen.out(shortHelp(screen.columns));
    return exitCodes.ok;
  }
  let code: ExitCode = exitCodes.ok;
  let typed: Settings["typed"] = new Map();
  const runCommand: RunCommand = async <Options>(
    command: Command,
    load: () => Promise<Work<Options>>,
    given: RunOptionsFor<Options>,
  ) => {
    const commandArgs = command.args;
    // Commander knows the options by their definitions, and the commands by their types.
    const options = command.optsWithGlobals<SharedOptions & Options>();
    const {
      workspace: needsWorkspace = true,
      argsAreFiles = false,
      writes = false,
      usesCounts = false,
      sharesState = false,
      watch = false,
      precheck,
      searchFor,
    } = typeof given === "function" ? given(options) : given;
    refuseUnused(command);
    refuseConflicts(command, commandArgs);
    const read = readSettings(options, screen, argsAreFiles ? commandArgs : []);
    // Commands that write need the whole tree, not only the directories above the files of the request.
    const settings = { ...read, workspace: { ...read.workspace, searchUnmarked: writes } };
    ({ typed } = settings);
    const progress = options.quiet === true ? () => undefined : line.show;
    const print = (result: CommandResult): void => {
      code = exitCodes[result.code ?? "ok"];
      const json = settings.json ? result.json : undefined;
      if (json !== undefined) {
        for (const block of inBlocks(jsonParts(json))) terminal.out(block);
        terminal.out("\n");
        return;
      }
      const style = styleFor(screen);
      const isLeftOut = options.quiet === true && result.isConfirmation === true && code === exitCodes.ok;
      const output = result.isVerbatim === true ? terminal : screen;
      const parts = isLeftOut ? [] : (result.textParts?.(style) ?? [result.text(style)]);
      for (const block of inBlocks(parts)) output.out(block);
      screen.err(result.notice?.(style) ?? "");
    };
    const input = { settings, options, args: commandArgs, terminal: screen, progress };
    if (!needsWorkspace) {
      // `runsWithoutWorkspace` accepts only implementations that do not use one.
      const work = (await load()) as (call: CallWithoutWorkspace<Options>) => Promise<CommandResult>;
      print(await work(input));
      return;
    }
    const { result: known, after }: Precheck =
      precheck === undefined || open !== openWorkspace ? {} : await (await precheck())(settings, options);
    if (known !== undefined) {
      print(known);
      return;
    }
    await using found = sharesState ? await findState(settings, screen) : undefined;
    const [work, workspace] = await Promise.all([
      load(),
      open(settings.dir, {
        ...settings.workspace,
        watch,
        searchFor: searchFor?.(settings, options),
        readOnly: !writes,
        countUse: usesCounts,
        remember: true,
        ...withoutUndefined({ shared: found?.shared }),
        lazyRules: !watch,
        onProgress: progress,
      }),
    ]);
    await using opened = workspace;
    if (settings.tool !== undefined) await opened.checkTool(settings.tool);
    const result = await work({ ...input, workspace: opened });
    print(result);
    await after?.(result).catch(() => undefined);
  };
  const program = createProgram(screen, runCommand, args[0]);
  throwUsageFailures(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // Commander printed the help or the version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = toFileSystemFailure(error) ?? error;
    reportFailure(failure, screen, { json: hasFlag(args, "--json"), typed });
    return exitCodeOf(failure);
  } finally {
    line.clear();
  }
}

/** Finds the state that servers of the project share. The code of the server is loaded only for commands that use it. */
async function findState({ dir, workspace: { home } }: Settings, { env, cwd }: Terminal): Promise<FoundProjectState | undefined> {
  const { findProjectState } = await import("@precept/server/state");
  return findProjectState({ dir, home, env, cwd });
}

/** Whether the arguments contain a flag. For use before they are parsed, or if they cannot be parsed. */
function hasFlag(args: readonly string[], flag: string): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).includes(flag);
}
