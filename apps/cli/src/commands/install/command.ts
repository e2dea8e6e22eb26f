import {
  applyInstall,
  hostIds,
  installParts,
  installSpecs,
  partsFor,
  previewInstall,
  rememberCommand,
  userTarget,
  type FileChange,
  type HostId,
  type InstallContext,
  type InstallRequest,
  type InstallTarget,
  type RequestedParts,
} from "@precept/agent-hooks";
import { PreceptError } from "@precept/core";
import { chooseHosts, findCommand, findTarget, homeOf, type FoundCommand } from "./targets.ts";
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
  { options, settings, terminal }: CallWithoutWorkspace<InstallOptions>,
  target: InstallTarget,
  action: InstallRequest["action"],
  hosts: readonly HostId[],
): Promise<CommandResult> {
  const { mcp, hooks = true, dryRun = false, command: typed } = options;
  const isWindows = process.platform === "win32";
  const found = findCommand(target, terminal, isWindows, typed);
  const { command } = found;
  if (command.words.length === 0) {
    const expected = "a program and its arguments";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--command", value: typed ?? "", expected });
  }
  const request: InstallRequest = { action, hosts, parts: partsIn(action, { mcp, hooks }), command, isWindows };
  const changes = dryRun || hosts.length === 0 ? previewInstall(target, request) : await applyInstall(target, request);
  if (!dryRun && action === "install" && found.origin === "option" && hosts.length > 0) {
    const user = userTarget(homeOf(terminal.env), settings.workspace.home);
    await rememberCommand(user, target.root.dir, command);
  }
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
        const { title, isVerified: verified, limits } = installSpecs[host];
        const more = { parts: partsFor(host, request.parts), next_steps: nextStepsFor(host, request, context), limits };
        return { agent: host, title, verified, ...(action === "install" && more) };
      }),
    },
    text: (style) => viewInstall({ ...found, target, request, changes, isDone: !dryRun }, context, style),
  };
}

/** Without options, an install adds the MCP server only where it is needed. An uninstall removes it everywhere. */
function partsIn(
  action: InstallRequest["action"],
  { mcp, hooks }: { readonly mcp: boolean | undefined; readonly hooks: boolean },
): RequestedParts {
  if (action === "install" && mcp === undefined && hooks) return "needed";
  return installParts.filter((part) => (part === "mcp" ? mcp !== false : hooks));
}

function nextStepsFor(host: HostId, { parts }: InstallRequest, context: InstallContext): readonly string[] {
  return installSpecs[host].nextSteps(context, { mcp: partsFor(host, parts).includes("mcp") });
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

/** Says which agents get an MCP server, and which do not need one. */
function viewMcpServers({ hosts, parts }: InstallRequest): readonly string[] {
  if (parts !== "needed") return [];
  const titlesOf = (isNeeded: boolean): readonly string[] =>
    hosts.filter((host) => partsFor(host, parts).includes("mcp") === isNeeded).map((host) => installSpecs[host].title);
  const [needing, others] = [titlesOf(true), titlesOf(false)];
  return [
    ...(needing.length === 0 ? [] : [`  With the MCP server, because hooks give no rules to: ${needing.join(", ")}`]),
    ...(others.length === 0
      ? []
      : [`  Without the MCP server (--mcp adds it), because hooks give the rules to: ${others.join(", ")}`]),
  ];
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
      const { title, isVerified } = installSpecs[host];
      return [...nextStepsFor(host, request, context), ...(isVerified ? [] : [unverified])].map((step) => `  ${title}: ${step}`);
    }),
    ...(origin === "npx" ? [`  ${slow}`] : []),
    ...viewMcpServers(request),
    "  Prove that the hooks stop a tool call: precept doctor",
  ];
}
