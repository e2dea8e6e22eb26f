import { decisionRows, describePolicySkip, readHookPayload, toWireDecision, type Decision } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import type { CommandResult } from "../../define.ts";
import { count, printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

/** Explains what a hook would do with a shell command: checks it as a tool call. Records nothing. */
export async function explainCommand(workspace: Workspace, command: string, all: boolean): Promise<CommandResult> {
  const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd: workspace.root };
  const payload = readHookPayload(call, workspace.root);
  const decisions: Decision[] = [];
  for (const subject of payload?.subjects ?? []) {
    decisions.push(await workspace.policies.check(subject, { context: payload?.context ?? {} }));
  }
  return {
    json: { command, decisions: decisions.map(toWireDecision) },
    text: (style) => viewDecisions(command, decisions, all, style),
  };
}

function viewDecisions(command: string, decisions: readonly Decision[], all: boolean, style: Style): string {
  const lines = decisions.flatMap((decision) => {
    const { action, passed, skipped } = decision;
    const violated = decisionRows(decision).map(({ location, label, message }) => [
      `  ${printable(location)}`,
      label,
      printable(message),
    ]);
    const left = skipped.map(({ policy, reason }) => [
      `  ${printable(policy)}`,
      style.dim(`it ${printable(describePolicySkip(reason))}`),
    ]);
    return [
      `${style.bold(printable(command))}: ${action}`,
      ...columns(violated, style),
      style.bold(`Checked and not violated (${count(passed.length, "policy", "policies")})`),
      ...(all ? passed.map((policy) => `  ${printable(policy)}`) : passed.length > 0 ? [style.dim("  --all lists them")] : []),
      style.bold(`Skipped (${count(skipped.length, "policy", "policies")})`),
      ...columns(left, style),
    ];
  });
  return `${lines.join("\n")}\n`;
}
