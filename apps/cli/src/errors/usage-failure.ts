import { nearestNames, PreceptError } from "@precept/core";
import type { Command, CommanderError } from "commander";
import { commandPath } from "../define.ts";

/**
 * Makes a command and its subcommands throw a `PreceptError` for a usage error instead of printing commander's message.
 * `--help` and `--version` still throw the `CommanderError` that ends the program.
 */
export function throwUsageFailures(command: Command): void {
  command
    .showHelpAfterError(false)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => undefined })
    .exitOverride((error) => {
      throw toUsageFailure(error, command) ?? error;
    });
  for (const child of command.commands) throwUsageFailures(child);
}

/** @returns undefined if the error is not a usage error. */
function toUsageFailure(error: CommanderError, command: Command): PreceptError | undefined {
  const called = ["precept", ...commandPath(command)].join(" ");
  const help = `${called} --help`;
  // Commander quotes arguments and definitions of options in single quotes.
  const [, quoted = ""] = /'(.*?)'(?=$|\s|\.)/s.exec(error.message) ?? [];
  switch (error.code) {
    case "commander.unknownOption":
      return new PreceptError("OPTION_UNKNOWN", { option: quoted, help, near: nearestOptions(quoted, command) });
    case "commander.unknownCommand":
      return toUnknownCommand(quoted, command);
    case "commander.missingArgument":
      return new PreceptError("ARGUMENT_MISSING", { argument: quoted, help });
    case "commander.excessArguments": {
      const group = command.parent;
      const [typed] = group?.args ?? [];
      // The group ran its default command.
      if (group?.parent && typed !== undefined && typed !== command.name()) return toUnknownCommand(typed, group);
      return new PreceptError("ARGUMENT_UNEXPECTED", {
        command: called,
        maxArguments: command.registeredArguments.length,
        help,
      });
    }
    case "commander.missingMandatoryOptionValue":
      return new PreceptError("OPTION_MISSING", { option: quoted, help });
    case "commander.optionMissingArgument":
      return new PreceptError("OPTION_VALUE_MISSING", { option: longNameOf(quoted) });
    case "commander.invalidArgument":
      return toInvalidValue(error.message);
    default:
      return undefined;
  }
}

function toUnknownCommand(name: string, group: Command): PreceptError {
  const names = visibleCommands(group).flatMap((one) => [one.name(), ...one.aliases()]);
  const help = `${["precept", ...commandPath(group)].join(" ")} --help`;
  return new PreceptError("COMMAND_UNKNOWN", { name, help, near: nearestNames(name, names) });
}

function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/**
 * Reads `error: option '--priority <number>' argument '500' is invalid. Expected an integer from 1 to 100.` and
 * `error: command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.`
 */
function toInvalidValue(message: string): PreceptError | undefined {
  const patterns = [
    /option '(?<option>.*?)' argument '(?<value>.*)' is invalid\. (?<expected>.*)$/s,
    /command-argument value '(?<value>.*)' is invalid for argument '(?<argument>.*?)'\. (?<expected>.*)$/s,
  ];
  const groups = patterns.map((pattern) => pattern.exec(message)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { option, argument = "", value = "", expected = "" } = groups;
  const wanted = expected.replace(/^Expected /, "").replace(/^Allowed choices are /, "one of ");
  return new PreceptError("OPTION_VALUE_INVALID", {
    option: option === undefined ? `<${argument}>` : longNameOf(option),
    value,
    expected: wanted.replace(/\.$/, ""),
  });
}

/** Compares names without their dashes, which would make all short names similar. */
function nearestOptions(typed: string, command: Command): readonly string[] {
  const names = optionsOf(command).map((option) => option.replace(/^--/, ""));
  return nearestNames(typed.replace(/^-+/, ""), names).map((name) => `--${name}`);
}

function optionsOf(command: Command): readonly string[] {
  const own = command.options.flatMap(({ long, hidden }) => (long === undefined || long === null || hidden ? [] : [long]));
  return command.parent === null ? [...own, "--help"] : [...own, ...optionsOf(command.parent)];
}

/** `--lines`, of `-n, --lines <number>`. */
function longNameOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
