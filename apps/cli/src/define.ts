import type { Workspace } from "@precept/workspace";
import type { Command } from "commander";
import type { ExitCode } from "./exit-code.ts";
import type { SharedOptions } from "./options.ts";
import type { Settings } from "./settings.ts";
import type { Style } from "./terminal/style.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What a command has to work with. */
export interface Call<Options extends SharedOptions = SharedOptions> {
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly options: Options;
  /** What stood behind the command's name and is no option. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
}

/** What came of a command. */
export interface CommandResult {
  readonly code: ExitCode;
  /** For programs; undefined prints nothing. */
  readonly json: unknown;
  /** For people; empty prints nothing. */
  readonly text: (style: Style) => string;
  /** Whether `text` is for a program or an agent, and printed as it is. Default false: what a terminal would act on is escaped. */
  readonly isVerbatim?: boolean;
  /** Whether the command found that there was nothing to do. */
  readonly isIdle?: boolean;
  /** Said beside the answer, on standard error, where the answer is for people. */
  readonly aside?: (style: Style) => string;
}

/** What a command does. */
type Work<Options extends SharedOptions> = (call: Call<Options>) => Promise<CommandResult>;

/** What can be told before anything is opened. */
export interface Early {
  /** The answer, where it is known already. */
  readonly result?: CommandResult;
  /** Told of the answer otherwise, when it was given. What goes wrong with it does not matter. */
  readonly after?: (result: CommandResult) => Promise<void>;
}

interface RunOptions<Options extends SharedOptions> {
  /** Whether the arguments are files that the request is about. Default false. */
  readonly argsAreFiles?: boolean;
  /** Whether the command may write: rules, or a database that is not there yet. Default false. */
  readonly writes?: boolean;
  /** Whether changes to the rules are followed while the command runs. Default false. */
  readonly watch?: boolean;
  /** Asked before the workspace is opened. Only where the command works on the directory that it names. */
  readonly early?: () => Promise<(settings: Settings, options: Options) => Promise<Early>>;
}

/** Reads the settings, opens the workspace, does the work, prints what came of it and ends with its exit code. */
export type RunCommand = <Options extends SharedOptions>(
  command: Command,
  args: readonly string[],
  load: () => Promise<Work<Options>>,
  options?: RunOptions<Options>,
) => Promise<void>;

/** How a command is put on the command line. What it does is only loaded when it is called. */
export type Define = (program: Command, run: RunCommand) => void;
