import { delimiter, join } from "node:path";
import { existsAt, isExecutable } from "@precept/files";
import { localProgram, splitCommand, type InstallTarget, type PreceptCommand } from "@precept/agent-hooks";
import type { Terminal } from "../../terminal/terminal.ts";

/** How agents start Precept, and why it was chosen. */
export interface FoundCommand {
  readonly command: PreceptCommand;
  readonly origin: "option" | "dependency" | "path" | "npx";
}

/**
 * Finds how agents start Precept: as the user says, as the dependency of the project, by its name if it is on the PATH, or else with npx, which is slower.
 *
 * @param typed the value of `--command`.
 */
export function findCommand(
  { level, root }: InstallTarget,
  { env }: Pick<Terminal, "env">,
  isWindows: boolean,
  typed?: string,
): FoundCommand {
  if (typed !== undefined) return { command: { words: splitCommand(typed), isLocal: false }, origin: "option" };
  if (level === "project" && existsAt(join(root.dir, localProgram))) {
    return { command: { words: [localProgram], isLocal: true }, origin: "dependency" };
  }
  if (isOnPath(env, isWindows)) return { command: { words: ["precept"], isLocal: false }, origin: "path" };
  return { command: { words: ["npx", "--yes", "@precept/cli"], isLocal: false }, origin: "npx" };
}

function isOnPath(env: Terminal["env"], isWindows: boolean): boolean {
  const names = isWindows ? ["precept.cmd", "precept.exe"] : ["precept"];
  return (
    (env["PATH"] ?? env["Path"] ?? "")
      .split(delimiter)
      // npm and npx add these directories for the time of one command.
      .filter((dir) => dir !== "" && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(dir))
      .some((dir) => names.some((name) => isExecutable(join(dir, name))))
  );
}
