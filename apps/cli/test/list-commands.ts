import type { Command } from "commander";
import { commandPath } from "../src/define.ts";
import { createProgram } from "../src/program.ts";

/** A command that has an action. Groups of subcommands have none. */
export interface ListedCommand {
  /** The path of the command: its names, separated by spaces. */
  readonly path: string;
  readonly command: Command;
}

/** Lists every command, subcommands included. */
export function listCommands(): readonly ListedCommand[] {
  const leavesOf = (command: Command): readonly Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
  const program = createProgram({ out: () => undefined, err: () => undefined }, () => undefined);
  return leavesOf(program).map((command) => ({ path: commandPath(command).join(" "), command }));
}
