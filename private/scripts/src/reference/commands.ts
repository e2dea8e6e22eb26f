import type { Command } from "commander";
import { createProgram } from "../../../../apps/cli/src/program.ts";
import { environmentVariables, exitCodeMeanings } from "../../../../apps/cli/src/help-text.ts";
import { page, table } from "./markdown.ts";

export function commandReference(): string {
  const program = createProgram({ out: () => undefined, err: () => undefined }, () => Promise.resolve());
  return page(
    "Commands",
    program.description(),
    ...program.commands.map(describeCommand),
    `## Options of every command\n\n${optionTable(program)}`,
    `## Environment\n\n${meaningTable("variable", environmentVariables)}\n\nAn option on the command line wins over the environment.`,
    `## Exit codes\n\n${meaningTable("code", exitCodeMeanings)}`,
  );
}

function describeCommand(command: Command): string {
  const usage = `precept ${command.name()} ${command.usage()}`;
  return [`## precept ${command.name()}`, command.description(), `\`\`\`\n${usage}\n\`\`\``, optionTable(command)].join("\n\n");
}

function optionTable(command: Command): string {
  const help = command.createHelp();
  const rows = [
    ...command.registeredArguments.map((argument) => [argument.name(), argument.description]),
    ...help.visibleOptions(command).map((option) => [option.flags, help.optionDescription(option)]),
  ];
  return table(
    ["option", "meaning"],
    rows.map(([name = "", meaning = ""]) => [`\`${name}\``, meaning]),
  );
}

function meaningTable(what: string, meanings: Readonly<Record<string, string>>): string {
  return table(
    [what, "meaning"],
    Object.entries(meanings).map(([name, meaning]) => [`\`${name}\``, meaning]),
  );
}
