import type { Command } from "commander";

/** The names that call a command, without the name of the program: `["policies", "explain"]`. */
export function commandPath(command: Command): readonly string[] {
  return command.parent === null ? [] : [...commandPath(command.parent), command.name()];
}
