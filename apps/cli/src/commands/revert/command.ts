import { isNativeItemFile } from "@precept/mdc-compat/items";
import {
  applyRevert,
  planEject,
  planRevert,
  stayReasons,
  type RevertAction,
  type RevertPlan,
  type StayReason,
} from "@precept/transfer";
import type { Call, CommandResult } from "../../define.ts";
import { count, printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";
import { confirmDeletions } from "../../transfer/confirm.ts";

export function revert(call: Call<RevertCommandOptions>): Promise<CommandResult> {
  const { to } = call.options;
  return runRevert(planRevert(call.workspace.root, to === undefined ? {} : { to }), call);
}

export function eject(call: Call<RevertCommandOptions>): Promise<CommandResult> {
  const { to } = call.options;
  return runRevert(planEject(call.workspace.root, to === undefined ? {} : { to }), call);
}

interface RevertCommandOptions {
  readonly to?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Reasons that leave something to do for the user. */
const openReasons: ReadonlySet<StayReason | undefined> = new Set(["no original", "unusable", "damaged"]);

async function runRevert(plan: RevertPlan, { workspace, options, terminal }: Call<RevertCommandOptions>): Promise<CommandResult> {
  const isDone = options.dryRun !== true;
  if (isDone) {
    await confirmDeletions((isConfirmed) => applyRevert(workspace.root, plan, { isConfirmed }), options.yes === true, terminal);
  }
  const isOpen = plan.damaged > 0 || plan.actions.some(({ reason }) => openReasons.has(reason));
  return {
    code: isOpen ? "findings" : "ok",
    json: {
      done: isDone,
      actions: plan.actions.map(({ kind, path, targets, isEdited, reason }) => {
        return { kind, path, targets, edited: isEdited, ...(reason !== undefined && { reason }) };
      }),
      damaged_journal_lines: plan.damaged,
    },
    isConfirmation: isDone,
    text: (style) => view(plan, isDone, style),
  };
}

function view({ actions, by, damaged }: RevertPlan, isDone: boolean, style: Style): string {
  const shown = actions.filter(({ kind, reason }) => kind !== "keep" || reason !== "never changed");
  const rows = shown.map((action) => [
    style[action.kind === "remove" ? "yellow" : "green"](wordFor(action, by, isDone)),
    printable(action.path),
    style.dim(remarkOn(action, by)),
  ]);
  const edited = actions.filter(({ isEdited }) => isEdited).length;
  const notes = [
    ...(edited > 0
      ? [`${count(edited, "file")} edited since the last export: the texts are in the backup (\`precept backup list\`)`]
      : []),
    ...(damaged > 0 ? [`${count(damaged, "line")} of .precept/backup/originals.jsonl cannot be read`] : []),
  ];
  const total = shown.length === 0 ? `nothing to ${by}` : countKinds(shown, by, isDone);
  return `${[...columns(rows, style), ...(rows.length > 0 ? [""] : []), total, ...notes].join("\n")}\n`;
}

function remarkOn({ isEdited, kind, path, reason }: RevertAction, by: RevertPlan["by"]): string {
  if (reason !== undefined) return stayReasons[reason];
  if (isEdited) return "edited since; its text is kept in the backup";
  if (kind === "remove" && isNativeItemFile(path)) return "native item; kept in the backup";
  if (kind === "remove" && (by === "eject" || path.includes(".precept/rules/"))) return "native rule; kept in the backup";
  return "";
}

const words = {
  restore: ["restore", "restored"],
  remove: ["remove", "removed"],
  keep: ["keep", "kept"],
} as const;

function wordFor({ kind, reason }: RevertAction, by: RevertPlan["by"], isDone: boolean): string {
  if (kind === "keep" && reason === undefined && by === "eject") return isDone ? "ejected" : "eject";
  return words[kind][isDone ? 1 : 0];
}

/** `2 restored, 1 removed`. */
function countKinds(actions: readonly RevertAction[], by: RevertPlan["by"], isDone: boolean): string {
  const names = actions.map((action) => wordFor(action, by, isDone));
  return [...new Set(names)]
    .map((name) => `${names.filter((one) => one === name).length} ${isDone ? name : `to ${name}`}`)
    .join(", ");
}
