import type { ExportAction } from "@precept/mdc-compat";
import { viewHunks } from "../terminal/difference.ts";
import type { Style } from "../terminal/style.ts";
import { columns } from "../terminal/table.ts";
import { count, printable } from "../terminal/text.ts";
import { explainBlock } from "./advice.ts";

type Kind = ExportAction["kind"];

/** What each kind is called while it is planned, and when it is done. */
const words: Readonly<Record<Kind, readonly [planned: string, done: string]>> = {
  create: ["create", "created"],
  update: ["update", "updated"],
  delete: ["delete", "deleted"],
  blocked: ["blocked", "blocked"],
  unchanged: ["unchanged", "unchanged"],
};

export interface ActionsView {
  readonly actions: readonly ExportAction[];
  /** Whether they were carried out. */
  readonly isDone: boolean;
  /** Whether to show what changes in each file. */
  readonly diffs: boolean;
  /** What is shown beside a file. Default: the rules that it says. */
  readonly aside?: (action: ExportAction) => string;
}

/** What is done to each file, except where nothing is. */
export function viewActions({ actions, isDone, diffs, aside = namesOf }: ActionsView, style: Style): string[] {
  const shown = actions.filter(({ kind }) => kind !== "unchanged");
  const rows = columns(
    shown.map((action) => [
      colourOf(action.kind, style)(wordFor(action.kind, isDone)),
      printable(action.path),
      remarkOn(action, aside, style),
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

/** How many lines of one file's difference are shown. */
const shownLines = 40;

function viewDifference({ path, before = "", after = "" }: ExportAction, style: Style): readonly string[] {
  return viewHunks({ path, before, after }, style, shownLines).map((line) => `    ${line}`);
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

function remarkOn(action: ExportAction, aside: (action: ExportAction) => string, style: Style): string {
  return action.kind === "blocked" ? style.yellow(explainBlock(action).message) : style.dim(printable(aside(action)));
}

function namesOf({ rules }: ExportAction): string {
  const [first = "", ...others] = rules;
  return others.length > 0 ? count(rules.length, "rule") : first.replace(/^[a-z]+:/, "");
}

function colourOf(kind: Kind, style: Style): (text: string) => string {
  return { create: style.green, update: style.cyan, delete: style.red, blocked: style.yellow, unchanged: style.dim }[kind];
}
