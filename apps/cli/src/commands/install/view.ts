import {
  installSpecs,
  type FileChange,
  type InstallContext,
  type InstallRequest,
  type InstallTarget,
} from "@precept/agent-hooks";
import { viewHunks } from "../../terminal/difference.ts";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/wrap.ts";
import { viewChange } from "../../transfer/view-actions.ts";
import type { FoundCommand } from "./find-command.ts";

/** A planned or finished install, for the output. */
export interface FinishedInstall {
  readonly target: InstallTarget;
  readonly request: InstallRequest;
  readonly found: FoundCommand;
  readonly changes: readonly FileChange[];
  readonly isDone: boolean;
}

/** Prints the files that an install changes, and what the user has to do next. */
export function viewInstall(finished: FinishedInstall, context: InstallContext, style: Style): string {
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
