import type { ProgressListener, ResolveRequest } from "@precept/core";
import type { ExportInputs } from "@precept/transfer";
import type { Workspace } from "@precept/workspace";
import { Command } from "commander";
import type { exitCodes } from "./exit-code.ts";
import type { Settings, SharedOptions } from "./settings.ts";
import type { Style } from "./terminal/text.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface Call<Options = object> {
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly options: SharedOptions & Options;
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Shows progress on standard error, if it is a terminal and the command takes longer than a second. */
  readonly progress: ProgressListener;
}

export interface CommandResult {
  /** Default: `ok`. */
  readonly code?: keyof typeof exitCodes;
  /** The output with `--json`. Undefined prints `text` instead. A getter saves time if it is large: only `--json` reads it. */
  readonly json: unknown;
  /** The output without `--json`. An empty text prints nothing. */
  readonly text: (style: Style) => string;
  /** The same as `text`, in parts that are printed one after the other: for outputs without a limit. */
  readonly textParts?: (style: Style) => Iterable<string>;
  /** Whether `text` is for a program or an agent. Default: false, control characters for terminals are escaped. */
  readonly isVerbatim?: boolean;
  /** Whether `text` only confirms what the command did. `--quiet` omits it on success. Default: false. */
  readonly isConfirmation?: boolean;
  /** Whether an export had nothing to do. */
  readonly isIdle?: boolean;
  /** What the result of an export depends on besides the rule files. Undefined if it cannot be described. */
  readonly inputs?: ExportInputs | undefined;
  /** Returns what the command would return now, without changes. Undefined unless it did all that was requested. */
  readonly repeat?: () => Promise<CommandResult>;
  /** Printed on standard error after `text`. Not printed with `--json`. */
  readonly notice?: (style: Style) => string;
}

export type CallWithoutWorkspace<Options = object> = Omit<Call<Options>, "workspace">;

export type Work<Options> = (call: Call<Options>) => Promise<CommandResult>;

/** The outcome of a check that runs before the workspace is opened. */
export interface Precheck {
  /** The result, if it is known without opening the workspace. */
  readonly result?: CommandResult;
  /** Called with the result after it is printed, if the command had to run. Its errors are ignored. */
  readonly after?: (result: CommandResult) => Promise<void>;
}

interface RunOptions<Options> {
  /** Whether the command needs a workspace. Default: true. */
  readonly workspace?: boolean;
  /** Whether the arguments are the files of the request. Default: false. */
  readonly argsAreFiles?: boolean;
  /** Whether the command may write rules, or create a missing database. Default: false. */
  readonly writes?: boolean;
  /** Whether the command counts or reads uses of rules, so that the database must be writable. Default: false. */
  readonly usesCounts?: boolean;
  /** Whether the command uses the state that servers of the project share, if there is any. Default: false. */
  readonly sharesState?: boolean;
  /** Whether the workspace is watched for changes while the command runs. Default: false. */
  readonly watch?: boolean;
  /**
   * Returns the only request that the command resolves, and prints the answer without the rules that do not apply.
   * Undefined, or absent, if it does more with the rules.
   */
  readonly searchFor?: (settings: Settings, options: SharedOptions & Options) => ResolveRequest | undefined;
  /** Loads a check that runs before the workspace is opened. Skipped if the caller of `run` provides the workspace. */
  readonly precheck?: () => Promise<(settings: Settings, options: SharedOptions & Options) => Promise<Precheck>>;
}

export type RunOptionsFor<Options> = RunOptions<Options> | ((given: SharedOptions & Options) => RunOptions<Options>);

/** Reads the settings, opens the workspace if the command needs one, calls the implementation and prints the result. */
export type RunCommand = <Options>(
  command: Command,
  load: () => Promise<Work<Options>>,
  options: RunOptionsFor<Options>,
) => Promise<void> | undefined;

export const documentation = "https://github.com/precept-ai/precept/tree/main/docs";

export interface Usage {
  /** Command lines to copy, by their purpose. */
  readonly examples: Readonly<Record<string, string>>;
  /** A file or directory, relative to `docs`. */
  readonly guide: string;
}

/** A command whose help has examples, and whose implementation is loaded only when the command is called. */
export class CliCommand extends Command {
  /** All directories that a call names with `--root`. Commands that open one project use the last one. */
  readonly roots: string[] = [];
  shownUsage: Usage | undefined;
  readonly #run: RunCommand;

  constructor(name: string | undefined, run: RunCommand) {
    super(name);
    this.#run = run;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.#run);
  }

  /** Adds options that several commands share. */
  with(add: (command: this) => unknown): this {
    add(this);
    return this;
  }

  /** Adds examples, by their purpose, and a link to a page of `docs` to the help. */
  examples(guide: string, examples: Usage["examples"]): this {
    this.shownUsage = { guide, examples };
    const lines = Object.entries(examples).flatMap(([purpose, line]) => [`  # ${purpose}`, `  ${line}`]);
    return this.addHelpText("after", ["", "Examples:", ...lines, "", `Guide: ${documentation}/${guide}`].join("\n"));
  }

  runs<Options>(load: () => Promise<Work<Options>>, options: RunOptionsFor<Options> = {}): this {
    return this.action(() => this.#run(this, load, options));
  }

  /** Sets an implementation that needs no workspace. */
  runsWithoutWorkspace<Options>(load: () => Promise<(call: CallWithoutWorkspace<Options>) => Promise<CommandResult>>): this {
    return this.action(() => this.#run(this, load, { workspace: false }));
  }
}

export type Define = (program: CliCommand) => void;

/** The names that call a command, without the name of the program: `["policies", "explain"]`. */
export function commandPath(command: Command): readonly string[] {
  return command.parent === null ? [] : [...commandPath(command.parent), command.name()];
}
