import { explainBlock, isItemId, type ExportAction, type FileCopy, type ImportAction } from "@precept/transfer";
import { formatNumber } from "@precept/core";
import { countChanges, viewHunks } from "../terminal/difference.ts";
import { count, printable, type Style } from "../terminal/text.ts";
import { columns } from "../terminal/layout.ts";

const changeWords = {
  create: ["create", "created", "green"],
  update: ["update", "updated", "cyan"],
  delete: ["delete", "deleted", "red"],
  blocked: ["blocked", "blocked", "yellow"],
  unchanged: ["unchanged", "unchanged", "dim"],
} as const;

export function viewChange(kind: keyof typeof changeWords, isDone: boolean, style: Style): string {
  const [planned, done, colour] = changeWords[kind];
  return style[colour](isDone ? done : planned);
}

interface ActionsView {
  readonly actions: readonly (ExportAction | ImportAction)[];
  readonly isDone: boolean;
  /** Whether to count the lines that change in each file. */
  readonly lines?: boolean;
  /** Whether to print the lines that change. */
  readonly diffs?: boolean;
}

/** Lists the actions except for unchanged files, with the rules of each, or the files to import them from. */
export function viewActions({ actions, isDone, lines = false, diffs = false }: ActionsView, style: Style): string[] {
  const shown = actions.filter(({ kind }) => kind !== "unchanged");
  const rows = columns(
    shown.map((action) => [
      viewChange(action.kind, isDone, style),
      printable(action.path),
      ...(lines ? [countLines(action)] : []),
      viewRemark(action, style),
    ]),
    style,
  );
  return shown.flatMap((action, at) => [
    rows[at] ?? "",
    ...(action.kind === "blocked" ? [`    ${style.dim(printable(explainBlock(action).hint))}`] : []),
    ...(diffs ? viewDifference(action, style) : []),
  ]);
}

/** `12 lines` for a whole file, `+3 -1 lines` for a changed one. Empty for a file that is not written. */
function countLines({ kind, before = "", after = "", copy }: ExportAction): string {
  if (kind === "blocked") return "";
  if (copy !== undefined) return describeCopy(copy);
  const { added, removed } = countChanges({ before, after });
  if (kind === "update") return `+${formatNumber(added)} -${formatNumber(removed)} lines`;
  return count(kind === "delete" ? removed : added, "line");
}

/** `3,000 bytes`, `120 bytes, executable` or `link`. */
function describeCopy({ mode, size }: FileCopy): string {
  if (mode === "120000") return "link";
  return `${count(size, "byte")}${mode === "100755" ? ", executable" : ""}`;
}

const maxDiffLines = 40;

function viewDifference({ path, before = "", after = "" }: ExportAction, style: Style): readonly string[] {
  return viewHunks({ path, before, after }, style, maxDiffLines).map((line) => `    ${line}`);
}

/** `3 created, 20 unchanged, 1 blocked`. */
export function countActions(actions: readonly ExportAction[], isDone: boolean): string {
  const counts = Object.entries(changeWords)
    .map(([kind, words]) => [kind, words, actions.filter((action) => action.kind === kind).length] as const)
    .filter(([, , number]) => number > 0)
    .map(([kind, [planned, done], number]) => `${number} ${isDone || kind === done ? done : `to ${planned}`}`);
  return counts.length === 0 ? "nothing to do" : counts.join(", ");
}

function viewRemark(action: ExportAction | ImportAction, style: Style): string {
  if (action.kind === "blocked") return style.yellow(explainBlock(action).message);
  const { copy } = action;
  if (copy?.from !== undefined) return style.dim(printable(`copy of ${copy.from}`));
  return style.dim(printable("sources" in action ? `from ${action.sources.join(", ")}` : namesOf(action)));
}

function namesOf({ rules }: ExportAction): string {
  const [first = "", ...others] = rules;
  return others.length > 0 ? count(rules.length, rules.some(isItemId) ? "item" : "rule") : first.replace(/^[a-z]+:/, "");
}
