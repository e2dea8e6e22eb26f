import type { ProgressListener, ResolveRequest } from "@precept/core";
import type { ExportInputs, Workspace } from "@precept/workspace";
import type { Command } from "commander";
import type { ExitCode } from "./exit-code.ts";
import type { SharedOptions } from "./options.ts";
import type { Settings } from "./settings.ts";
import type { Style } from "./terminal/style.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The input of a command. */
export interface Call<Options extends SharedOptions = SharedOptions> {
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly options: Options;
  /** The arguments of the command, without options. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Shows the progress of the command on standard error, if it takes longer than a second and standard error is a terminal. */
  readonly progress: ProgressListener;
}

/** The output of a command. */
export interface CommandResult {
  /** Default: success. */
  readonly code?: ExitCode;
  /** The output with `--json`. Undefined prints `text` instead. */
  readonly json: unknown;
  /** The output without `--json`. An empty text prints nothing. */
  readonly text: (style: Style) => string;
  /** Whether `text` is for a program or an agent and must not be changed. Default: false, characters that a terminal acts on are escaped. */
  readonly isVerbatim?: boolean;
  /** Whether `text` only confirms what the command did. `--quiet` leaves it out if the command succeeded. Default: false. */
  readonly isConfirmation?: boolean;
  /** Whether the command had nothing to do. */
  readonly isIdle?: boolean;
  /** What the result of an export depends on besides the rule files. Undefined if it cannot be described. */
  readonly inputs?: ExportInputs | undefined;
  /** Returns what the same command would return now, and changes nothing. Undefined unless the command did all that it was asked to do. */
  readonly repeat?: () => Promise<CommandResult>;
  /** Printed on standard error after `text`. Not printed with `--json`. */
  readonly notice?: (style: Style) => string;
}

/** The input of a command that needs no workspace. */
export type CallWithoutWorkspace<Options extends SharedOptions = SharedOptions> = Omit<Call<Options>, "workspace">;

/** The implementation of a command. */
export type Work<Options extends SharedOptions> = (call: Call<Options>) => Promise<CommandResult>;

/** The implementation of a command that needs no workspace. */
export type WorkWithoutWorkspace<Options extends SharedOptions> = (call: CallWithoutWorkspace<Options>) => Promise<CommandResult>;

/** The outcome of a check that runs before the workspace is opened. */
export interface Precheck {
  /** The result, if it is known without opening the workspace. */
  readonly result?: CommandResult;
  /** Called with the result after it is printed, if the command had to run. Its errors are ignored. */
  readonly after?: (result: CommandResult) => Promise<void>;
}

export interface RunOptions<Options extends SharedOptions> {
  /** Default: true. */
  readonly workspace?: true;
  /** Whether the arguments are the files of the request. Default: false. */
  readonly argsAreFiles?: boolean;
  /** Whether the command may write rules, or create a missing database. Default: false. */
  readonly writes?: boolean;
  /** Whether the command counts or reads uses of rules, so that the database must be writable. Default: false. */
  readonly usesCounts?: boolean;
  /** Whether the workspace is watched for changes while the command runs. Default: false. */
  readonly watch?: boolean;
  /**
   * Returns the only request that the command resolves, and prints the answer without the rules that do not apply. Undefined, or absent, if it does more with the
   * rules.
   */
  readonly searchFor?: (settings: Settings, options: Options) => ResolveRequest | undefined;
  /** Loads a check that runs before the workspace is opened. Skipped if the caller of `run` provides the workspace. */
  readonly precheck?: () => Promise<(settings: Settings, options: Options) => Promise<Precheck>>;
}

/** The options of a command that needs no workspace. */
export interface RunWithoutWorkspace {
  readonly workspace: false;
}

/** Sets what a command does: it reads the settings, opens the workspace if it needs one, calls the implementation and prints the result. */
export interface RunCommand {
  /** @param options can depend on the options of the call. */
  <Options extends SharedOptions>(
    command: Command,
    load: () => Promise<Work<Options>>,
    options?: RunOptions<Options> | ((given: Options) => RunOptions<Options>),
  ): void;
  <Options extends SharedOptions>(
    command: Command,
    load: () => Promise<WorkWithoutWorkspace<Options>>,
    options: RunWithoutWorkspace,
  ): void;
}

/** Adds a command to the command line. The implementation is loaded only when the command is called. */
export type Define = (program: Command, run: RunCommand) => void;
