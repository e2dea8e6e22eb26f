import type { Command } from "commander";
import { CliCommand } from "../../../../apps/cli/src/define.ts";
import { environmentVariables, exitCodeMeanings } from "../../../../apps/cli/src/help-text.ts";
import { createProgram } from "../../../../apps/cli/src/program.ts";
import { page, table } from "./markdown.ts";

/** The page about every command, subcommand and option, from the definitions that the command line itself uses. */
export function commandReference(): string {
  const program = createProgram({ out: () => undefined, err: () => undefined }, () => undefined);
  return page(
    "Commands",
    program.description(),
    ...describeGroups(program),
    "## Options of every command",
    ...optionTable(program),
    `## Environment\n\n${meaningTable("variable", environmentVariables)}\n\nOptions take precedence over environment variables.`,
    `## Exit codes\n\n${meaningTable("code", exitCodeMeanings)}`,
  );
}

function describeGroups(program: Command): readonly string[] {
  const commands = visibleCommands(program);
  const groups = [...new Set(commands.map((command) => command.helpGroup()))];
  return groups.flatMap((group) => [
    `## ${group.replace(/:$/, "")}`,
    ...commands.filter((command) => command.helpGroup() === group).flatMap((command) => describeCommand(command, "precept", 3)),
  ]);
}

/** A section for a command, and one for each of its subcommands. */
function describeCommand(command: Command, parent: string, level: number): readonly string[] {
  const path = `${parent} ${command.name()}`;
  const usage = command instanceof CliCommand ? command.shownUsage : undefined;
  const { examples, guide } = usage ?? { examples: {}, guide: "" };
  const lines = Object.entries(examples).flatMap(([purpose, line]) => [`# ${purpose}`, line]);
  return [
    `${"#".repeat(level)} ${path}`,
    `${command.description()}${describeAliases(command)}`,
    `\`\`\`text\n${path} ${command.usage()}\n\`\`\``,
    ...optionTable(command),
    ...(lines.length === 0 ? [] : [`\`\`\`sh\n${lines.join("\n")}\n\`\`\``]),
    ...(guide === "" ? [] : [`Guide: [${guide}](${relativeLink(guide)})`]),
    ...visibleCommands(command).flatMap((child) => describeCommand(child, path, level + 1)),
  ];
}

/** Without `help`, which commander adds to every command that has subcommands. */
function visibleCommands(command: Command): readonly Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter((child) => visible.includes(child));
}

function describeAliases(command: Command): string {
  const aliases = command.aliases().map((alias) => `\`${alias}\``);
  return aliases.length === 0 ? "" : ` Alias: ${aliases.join(", ")}.`;
}

/** The page itself is in `docs/reference`. */
function relativeLink(guide: string): string {
  return guide.startsWith("reference/") ? guide.slice("reference/".length) : `../${guide}`;
}

/** A table of arguments and options; none if there are none. `--help` is listed once, for the program. */
function optionTable(command: Command): readonly string[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => command.parent === null || long !== "--help");
  const rows = [
    ...help.visibleArguments(command).map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...options.map((option) => [option.flags, help.optionDescription(option)]),
  ];
  if (rows.length === 0) return [];
  return [
    table(
      ["option", "meaning"],
      rows.map(([name = "", meaning = ""]) => [`\`${name}\``, meaning]),
    ),
  ];
}

function meaningTable(what: string, meanings: Readonly<Record<string, string>>): string {
  return table(
    [what, "meaning"],
    Object.entries(meanings).map(([name, meaning]) => [`\`${name}\``, meaning]),
  );
}
