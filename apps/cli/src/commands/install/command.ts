import {
  applyInstall,
  hostIds,
  installParts,
  installSpecs,
  previewInstall,
  type HostId,
  type InstallRequest,
  type InstallTarget,
} from "@precept/agent-hooks";
import { PreceptError } from "@precept/core";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { chooseHosts, findTarget } from "./choose-hosts.ts";
import { findCommand } from "./find-command.ts";
import type { InstallOptions } from "./options.ts";
import { viewInstall, type FinishedInstall } from "./view.ts";

export async function install(call: CallWithoutWorkspace<InstallOptions>): Promise<CommandResult> {
  const target = findTarget(call, call.options.global === true);
  return run(call, target, "install", chooseHosts(call.args, target));
}

export async function uninstall(call: CallWithoutWorkspace<InstallOptions>): Promise<CommandResult> {
  const target = findTarget(call, call.options.global === true);
  return run(call, target, "uninstall", call.args.length === 0 ? hostIds : chooseHosts(call.args, target));
}

async function run(
  { options, terminal }: CallWithoutWorkspace<InstallOptions>,
  target: InstallTarget,
  action: InstallRequest["action"],
  hosts: readonly HostId[],
): Promise<CommandResult> {
  const { mcp = true, hooks = true, dryRun = false, command: typed } = options;
  const isWindows = process.platform === "win32";
  const found = findCommand(target, terminal, isWindows, typed);
  if (found.command.words.length === 0) {
    throw new PreceptError("OPTION_VALUE_INVALID", {
      option: "--command",
      value: typed ?? "",
      expected: "a program and its arguments",
    });
  }
  const parts = installParts.filter((part) => (part === "mcp" ? mcp : hooks));
  const request: InstallRequest = { action, hosts, parts, command: found.command, isWindows };
  const changes = dryRun || hosts.length === 0 ? previewInstall(target, request) : await applyInstall(target, request);
  return resultOf({ target, request, found, changes, isDone: !dryRun });
}

function resultOf(finished: FinishedInstall): CommandResult {
  const { target, request, found, changes, isDone } = finished;
  const isBlocked = changes.some(({ kind }) => kind === "blocked");
  const base = target.root.dir.replaceAll("\\", "/");
  const context = { level: target.level, command: request.command, isWindows: request.isWindows, base };
  return {
    code: isBlocked ? exitCodes.findings : exitCodes.ok,
    isIdle: changes.every(({ kind }) => kind === "unchanged"),
    json: {
      done: isDone,
      directory: target.root.dir,
      command: found.command.words.join(" "),
      files: changes.map(({ path, kind, hosts, problem }) => ({
        path,
        kind,
        agents: hosts,
        ...(problem !== undefined && { problem }),
      })),
      agents: request.hosts.map((host) => ({
        agent: host,
        title: installSpecs[host].title,
        verified: installSpecs[host].isVerified,
        ...(request.action === "install" && {
          next_steps: installSpecs[host].nextSteps(context),
          limits: installSpecs[host].limits,
        }),
      })),
    },
    text: (style) => viewInstall(finished, context, style),
  };
}
