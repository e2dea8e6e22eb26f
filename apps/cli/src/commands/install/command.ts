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
import { viewHunks } from "../../terminal/difference.ts";
import { printable, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";
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

interface FinishedInstall extends FoundCommand {
  readonly target: InstallTarget;
  readonly request: InstallRequest;
  readonly changes: readonly FileChange[];
  readonly isDone: boolean;
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
  const { command } = found;
  if (command.words.length === 0) {
    const expected = "a program and its arguments";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--command", value: typed ?? "", expected });
  }
  const parts = installParts.filter((part) => (part === "mcp" ? mcp : hooks));
  const request: InstallRequest = { action, hosts, parts, command, isWindows };
  const changes = dryRun || hosts.length === 0 ? previewInstall(target, request) : await applyInstall(target, request);
  const { level, root } = target;
  const context = { level, command, isWindows, base: root.dir.replaceAll("\\", "/") };
  return {
    code: changes.some(({ kind }) => kind === "blocked") ? "findings" : "ok",
    json: {
      done: !dryRun,
      directory: root.dir,
      command: command.words.join(" "),
      files: changes.map(({ path, kind, hosts: agents, problem }) => ({
        path,
        kind,
        agents,
        ...(problem !== undefined && { problem }),
      })),
      agents: hosts.map((host) => {
        const { title, isVerified: verified, nextSteps, limits } = installSpecs[host];
        return { agent: host, title, verified, ...(action === "install" && { next_steps: nextSteps(context), limits }) };
      }),
    },
    text: (style) => viewInstall({ ...found, target, request, changes, isDone: !dryRun }, context, style),
  };
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

function viewNextSteps({ request, origin, isDone }: FinishedInstall, context: InstallContext, style: Style): readonly string[] {
  const unverified = "What Precept knows about this agent was not verified. Check with precept doctor and with the agent.";
  const slow =
    "The agents start Precept with npx, which is slow. Install it in the project (npm install --save-dev @precept/cli), and repeat precept install.";
  return [
    "",
    style.bold(isDone ? "What to do next" : "What to do then"),
    ...request.hosts.flatMap((host) => {
      const { title, isVerified, nextSteps } = installSpecs[host];
      return [...nextSteps(context), ...(isVerified ? [] : [unverified])].map((step) => `  ${title}: ${step}`);
    }),
    ...(origin === "npx" ? [`  ${slow}`] : []),
    "  Prove that the hooks stop a tool call: precept doctor",
  ];
}
