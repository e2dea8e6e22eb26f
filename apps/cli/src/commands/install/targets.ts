import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import {
  hostIds,
  installSpecs,
  localProgram,
  projectTarget,
  splitCommand,
  userTarget,
  type HostId,
  type InstallTarget,
  type PreceptCommand,
} from "@precept/agent-hooks";
import { existsAt, isExecutable } from "@precept/files";
import { locateWorkspace } from "@precept/workspace";
import type { CallWithoutWorkspace } from "../../define.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export function homeOf(env: CallWithoutWorkspace["terminal"]["env"]): string {
  return env["HOME"] ?? env["USERPROFILE"] ?? homedir();
}

/** The project or the user's home directory. @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`. */
export function findTarget(
  { settings, terminal }: Pick<CallWithoutWorkspace, "settings" | "terminal">,
  isGlobal: boolean,
): InstallTarget {
  const location = locateWorkspace(settings.dir, settings.workspace);
  return isGlobal ? userTarget(homeOf(terminal.env), settings.workspace.home) : projectTarget(location.root);
}

/** The agents that a call names. `detected` stands for the agents that the project or the user has files of. */
export function chooseHosts(args: readonly string[], { level, root }: InstallTarget): readonly HostId[] {
  return hostIds.filter((host) => {
    const { signs } = installSpecs[host];
    return args.includes(host) || (args.includes("detected") && signs[level].some((path) => existsAt(join(root.dir, path))));
  });
}

export interface FoundCommand {
  readonly command: PreceptCommand;
  readonly origin: "option" | "dependency" | "path" | "npx";
}

/**
 * Finds how agents start Precept: as the user says, as the dependency of the project, by its name if it is on the PATH,
 * or else with npx, which is slower.
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
