import { randomUUID } from "node:crypto";
import { findSoftHook, shortKeyOf } from "@precept/enforcement/soft-hook-key";
import { toWireSoftHook, type SoftHook, type SoftHookEffect } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { viewTable } from "../../terminal/layout.ts";

export interface ListOptions {
  readonly session?: string;
}

export async function listSoftHooks({ workspace, options }: Call<ListOptions>): Promise<CommandResult> {
  const open = await workspace.policies.softHooks.list(options.session);
  return {
    json: { soft_hooks: open.map((hook) => toWireSoftHook(hook, shortKeyOf(hook))) },
    text: (style) => viewSoftHooks(open, style),
  };
}

export async function ignoreSoftHook({ workspace, options, args }: Call<{ readonly toolUse?: string }>): Promise<CommandResult> {
  const { softHooks } = workspace.policies;
  const hook = findSoftHook(await softHooks.list(), args[0] ?? "");
  return resultOf(await softHooks.ignore(hook, options.toolUse ?? randomUUID()));
}

export async function complySoftHook({ workspace, args }: Call): Promise<CommandResult> {
  const { softHooks } = workspace.policies;
  return resultOf(await softHooks.comply(findSoftHook(await softHooks.list(), args[0] ?? "")));
}

function resultOf(effects: readonly SoftHookEffect[]): CommandResult {
  return {
    json: { effects: effects.map(({ kind, hook }) => ({ effect: kind, ...toWireSoftHook(hook, shortKeyOf(hook)) })) },
    isConfirmation: true,
    text: (style) =>
      effects.length === 0 ? "This tool use was already counted.\n" : effects.map((effect) => viewEffect(effect, style)).join(""),
  };
}

function viewSoftHooks(open: readonly SoftHook[], style: Style): string {
  if (open.length === 0) return "No open advisories.\n";
  const rows = open.map((hook) => [
    shortKeyOf(hook),
    printable(hook.policy),
    printable(hook.session),
    printable(hook.agent),
    String(hook.ignoreCount),
    hook.escalation?.action ?? "SOFT_HOOK",
    printable(hook.file ?? ""),
  ]);
  return asLines(viewTable(["key", "policy", "session", "agent", "ignored", "now", "file"], rows, style));
}

function viewEffect({ kind, hook }: SoftHookEffect, style: Style): string {
  const now = hook.escalation === undefined ? "" : `, now ${hook.escalation.priority} ${hook.escalation.action}`;
  return `${style.green(kind)}  ${printable(hook.policy)}  ignored ${count(hook.ignoreCount, "time")}${now}\n`;
}
