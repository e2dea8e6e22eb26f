import type { ExportAction } from "@precept/transfer";
import { viewHunks } from "../terminal/difference.ts";
import type { Style } from "../terminal/style.ts";
import { columns } from "../terminal/table.ts";
import { count, printable } from "../terminal/text.ts";
import { explainBlock } from "./advice.ts";

type Kind = ExportAction["kind"];

/** The words for each kind of action, before and after it is applied. */
const words: Readonly<Record<Kind, readonly [planned: string, done: string]>> = {
  create: ["create", "created"],
  update: ["update", "updated"],
  delete: ["delete", "deleted"],
  blocked: ["blocked", "blocked"],
  unchanged: ["unchanged", "unchanged"],
};

export interface ActionsView {
  readonly actions: readonly ExportAction[];
  /** Whether the actions were applied. */
  readonly isDone: boolean;
  /** Whether to show a diff for each file. */
  readonly diffs: boolean;
  /** A remark for each file. Default: the rules that it contains. */
  readonly remark?: (action: ExportAction) => string;
}

/** Lists the actions, except for unchanged files. */
export function viewActions({ actions, isDone, diffs, remark = namesOf }: ActionsView, style: Style): string[] {
  const shown = actions.filter(({ kind }) => kind !== "unchanged");
  const rows = columns(
    shown.map((action) => [
      colourOf(action.kind, style)(wordFor(action.kind, isDone)),
      printable(action.path),
      viewRemark(action, remark, style),
    ]),
    style,
  );
  return shown.flatMap((action, at) => {
    const lines = [rows[at] ?? ""];
    if (action.kind === "blocked") {
      const { hint } = explainBlock(action);
      lines.push(`    ${style.dim(printable(hint))}`);
    }
    return diffs ? [...lines, ...viewDifference(action, style)] : lines;
  });
}

/** The maximum number of diff lines to show for one file. */
const maxDiffLines = 40;

function viewDifference({ path, before = "", after = "" }: ExportAction, style: Style): readonly string[] {
  return viewHunks({ path, before, after }, style, maxDiffLines).map((line) => `    ${line}`);
}

/** `3 created, 20 unchanged, 1 blocked`. */
export function countActions(actions: readonly ExportAction[], isDone: boolean): string {
  const counts = (Object.keys(words) as Kind[])
    .map((kind) => [kind, actions.filter((action) => action.kind === kind).length] as const)
    .filter(([, number]) => number > 0)
    .map(
      ([kind, number]) =>
        `${number} ${isDone || kind === "unchanged" || kind === "blocked" ? words[kind][1] : `to ${words[kind][0]}`}`,
    );
  return counts.length === 0 ? "nothing to do" : counts.join(", ");
}

function wordFor(kind: Kind, isDone: boolean): string {
  return words[kind][isDone ? 1 : 0];
}

function viewRemark(action: ExportAction, remark: (action: ExportAction) => string, style: Style): string {
  return action.kind === "blocked" ? style.yellow(explainBlock(action).message) : style.dim(printable(remark(action)));
}

function namesOf({ rules }: ExportAction): string {
  const [first = "", ...others] = rules;
  return others.length > 0 ? count(rules.length, "rule") : first.replace(/^[a-z]+:/, "");
}

function colourOf(kind: Kind, style: Style): (text: string) => string {
  return { create: style.green, update: style.cyan, delete: style.red, blocked: style.yellow, unchanged: style.dim }[kind];
}
