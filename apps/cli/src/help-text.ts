import { maxOf } from "@precept/core";
import { Help, type Command, type HelpConfiguration, type Option } from "commander";
import { exitCodes } from "./exit-code.ts";
import { requestOptionsHeading } from "./options.ts";
import { usesShared } from "./shared-options.ts";

export const environmentVariables: Readonly<Record<string, string>> = {
  PRECEPT_RULES_DIRS: "like --rules-dir; separate several directories as in PATH",
  PRECEPT_RULES_INCLUDE: "like --rules-include; separate several rules by commas",
  PRECEPT_MAX_DIALECT_RULES: "like --max-dialect-rules, for all commands",
  GOAGENT_RULES_DIRS: "like PRECEPT_RULES_DIRS",
  GOAGENT_RULES_INCLUDE: "like PRECEPT_RULES_INCLUDE",
  GOAGENT_MAX_RULES: "like PRECEPT_MAX_DIALECT_RULES",
  PRECEPT_TRUSTED_DIRS: "directories outside the project that its configuration may read rules from; separate them as in PATH",
  PRECEPT_MANAGED_DIR:
    "a further directory of managed policies, which projects cannot change; absolute, writable by its owner only",
  PRECEPT_HOME: "the directory of your own rules (default: ~/.precept)",
  PRECEPT_USER: "like --user",
  NO_COLOR: "print no colours",
  FORCE_COLOR: "print colours even if the output is not a terminal",
};

export const exitCodeMeanings: Readonly<Record<number, string>> = {
  [exitCodes.ok]: "success",
  [exitCodes.findings]: "the command ran and found a problem",
  [exitCodes.usage]: "wrong usage or configuration",
  [exitCodes.internal]: "internal error",
};

export function closingHelp(width: number): string {
  return [
    "Environment (options take precedence):",
    viewItems(environmentVariables, width),
    "",
    "Exit codes:",
    viewItems(exitCodeMeanings, width),
    "",
    "Run `precept <command> --help` for the options and examples of a command.",
  ].join("\n");
}

/** Lists terms with their descriptions, wrapped to a width. */
export function viewItems(descriptions: Readonly<Record<string, string>>, helpWidth: number): string {
  const items = Object.entries(descriptions);
  const helper = Object.assign(new Help(), { helpWidth }, helpConfiguration);
  const width = maxOf(items.map(([term]) => term.length));
  return items.map(([term, description]) => helper.formatItem(term, width, description, helper)).join("\n");
}

/** The minimum width of the column of descriptions. In a narrower terminal, descriptions are below their terms. */
const minDescriptionWidth = 30;

export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 16,

  /** Omits `[options]`, since every command has options. */
  subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(describeArgument)].join(" "),

  /** The request options of the program are shown for the commands that use them. */
  visibleOptions(command) {
    const own = Help.prototype.visibleOptions.call(this, command);
    if (command.parent === null) return own.filter((option) => !isRequestOption(option));
    const shared = programOf(command).options.filter((option) => isRequestOption(option) && isUsedBy(command, option));
    return command.commands.length === 0 ? [...own, ...shared] : own;
  },
  visibleGlobalOptions(command) {
    const all = Help.prototype.visibleGlobalOptions.call(this, command);
    return all.filter((option) => !isRequestOption(option) && option.long !== "--version" && isUsedBy(command, option));
  },

  optionDescription({ description, argChoices, defaultValue, defaultValueDescription, mandatory }) {
    const byDefault = defaultValueDescription ?? (defaultValue === undefined ? undefined : describeValue(defaultValue));
    const more = [
      ...(argChoices === undefined ? [] : [`choices: ${argChoices.join(", ")}`]),
      ...(byDefault === undefined ? [] : [`default: ${byDefault}`]),
      ...(mandatory ? ["required"] : []),
    ];
    return more.length === 0 ? description : `${description} (${more.join("; ")})`;
  },

  formatItem(term, termWidth, description, helper) {
    const width = this.helpWidth ?? 80;
    if (description === "" || width - termWidth - 4 >= minDescriptionWidth)
      return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
    return `  ${term}\n      ${helper.boxWrap(description, width - 6).replaceAll("\n", "\n      ")}`;
  },
};

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}

function isUsedBy(command: Command, { long }: Option): boolean {
  return typeof long !== "string" || usesShared(command, long);
}

function isRequestOption({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading === requestOptionsHeading;
}

function describeArgument(argument: Command["registeredArguments"][number]): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function describeValue(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
