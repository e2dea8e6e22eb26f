import type { CheckpointHistory, PastRollback } from "@precept/enforcement/git";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";

/** More files are only counted. */
const mostFiles = 20;

export function viewHistory({ checkpoints, rollbacks }: CheckpointHistory, style: Style): string {
  if (checkpoints.length + rollbacks.length === 0)
    return "There is nothing to go back to. `precept checkpoint create` keeps the work tree.\n";
  const entries = [
    ...checkpoints.map((checkpoint) => ({ ...checkpoint, what: "checkpoint" })),
    ...rollbacks.map((rollback) => ({ ...rollback, what: describeRollback(rollback) })),
  ].toSorted((left, right) => (left.id < right.id ? 1 : -1));
  const header = ["id", "what", "session", "commit"].map((heading) => style.dim(heading));
  const rows = entries.map(({ id, what, session = "", head = "" }) => [id, what, printable(session), head.slice(0, 10)]);
  return asLines([...columns([header, ...rows], style), ...rollbacks.flatMap(viewInterrupted)]);
}

function viewInterrupted({ id, interrupted }: PastRollback): readonly string[] {
  if (interrupted === undefined) return [];
  return [
    `The rollback ${id} was interrupted, and files had been changed when it was completed. Their contents: git diff ${interrupted} -- PATH`,
  ];
}

function describeRollback({ undo }: PastRollback): string {
  return undo === undefined ? "rollback, undone" : "rollback";
}

export function viewChanged(changed: readonly string[], what: string, style: Style): string {
  if (changed.length === 0) return "The work tree is as it was at the checkpoint.\n";
  const shown = changed.slice(0, mostFiles).map((path) => `${style.yellow(what)}  ${printable(path)}`);
  const more = changed.length - shown.length;
  return asLines([...shown, ...(more > 0 ? [`and ${more} more`] : [])]);
}

export function viewPruned({ checkpoints, rollbacks }: CheckpointHistory): string {
  return `${count(checkpoints.length, "checkpoint")} and ${count(rollbacks.length, "rollback")} gone\n`;
}

function asLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
