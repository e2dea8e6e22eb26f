import { homedir } from "node:os";
import { join } from "node:path";
import { hostIds, installSpecs, projectTarget, userTarget, type HostId, type InstallTarget } from "@precept/agent-hooks";
import { existsAt } from "@precept/files";
import { locateWorkspace } from "@precept/workspace";
import type { CallWithoutWorkspace } from "../../define.ts";
import { detected } from "./options.ts";

/** The user's home directory. */
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

/** The agents that a call names. `detected` stands for those of which the project or the user has files. */
export function chooseHosts(args: readonly string[], { level, root }: InstallTarget): readonly HostId[] {
  return hostIds.filter((host) => {
    const { signs } = installSpecs[host];
    return args.includes(host) || (args.includes(detected) && signs[level].some((path) => existsAt(join(root.dir, path))));
  });
}
