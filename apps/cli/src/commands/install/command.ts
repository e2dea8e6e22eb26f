import {
  applyInstall,
  hostIds,
  installParts,
  installSpecs,
  previewInstall,
  type FileChange,
  type HostId,
  type InstallContext,
  type InstallRequest,
  type InstallTarget,
} from "@precept/agent-hooks";
import { PreceptError } from "@precept/core";
import { chooseHosts, findCommand, findTarget, type FoundCommand } from "./targets.ts";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { viewHunks } from "../../terminal/difference.ts";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/wrap.ts";
import { viewChange } from "../../transfer/view-actions.ts";

interface InstallOptions {
  readonly global?: boolean;
  readonly command?: string;
  readonly dryRun?: boolean;
  readonly mcp?: boolean;
  readonly hooks?: boolean;
}

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

interface FinishedInstall {
  readonly target: InstallTarget;
  readonly request: InstallRequest;
  readonly found: FoundCommand;
  readonly changes: readonly FileChange[];
  readonly isDone: boolean;
}

function viewInstall(finished: FinishedInstall, context: InstallContext, style: Style): string {
  const { changes, request, isDone, target } = finished;
  const isInstall = request.action === "install";
  if (request.hosts.length === 0) {
    return `No files of coding agents in ${printable(target.root.dir)}. Name the agents: precept install claude-code\n`;
  }
  const shown = isInstall ? changes : changes.filter(({ kind }) => kind !== "unchanged");
  const lines = shown.length === 0 ? ["Nothing to uninstall."] : viewChanges(shown, isDone, style);
  return `${wrapLines([...lines, ...(isInstall ? viewNextSteps(finished, context, style) : [])], style).join("\n")}\n`;
}

function viewChanges(changes: readonly FileChange[], isDone: boolean, style: Style): readonly string[] {
  const rows = columns(
    changes.map(({ kind, path, hosts }) => [
      viewChange(kind, isDone, style),
      printable(path),
      style.dim(hosts.map((host) => installSpecs[host].title).join(", ")),
    ]),
    style,
  );
  return changes.flatMap(({ path, kind, before = "", after = "", problem }, at) => [
    rows[at] ?? "",
    ...(problem === undefined ? [] : [`    ${style.yellow(printable(problem))}`]),
    ...(isDone || kind === "unchanged" || kind === "blocked"
      ? []
      : viewHunks({ path, before, after }, style).map((line) => `    ${line}`)),
  ]);
}

function viewNextSteps({ request, found, isDone }: FinishedInstall, context: InstallContext, style: Style): readonly string[] {
  const byHost = request.hosts.map((host) => {
    const { title, isVerified, nextSteps } = installSpecs[host];
    const steps = nextSteps(context);
    const unverified = isVerified
      ? []
      : ["What Precept knows about this agent was not verified. Check with precept doctor and with the agent."];
    return [title, [...steps, ...unverified]] as const;
  });
  const slow =
    "The agents start Precept with npx, which is slow. Install it in the project (npm install --save-dev @precept/cli), and repeat precept install.";
  return [
    "",
    style.bold(isDone ? "What to do next" : "What to do then"),
    ...byHost.flatMap(([title, steps]) => steps.map((step) => `  ${title}: ${step}`)),
    ...(found.origin === "npx" ? [`  ${slow}`] : []),
    "  Prove that the hooks stop a tool call: precept doctor",
  ];
}
