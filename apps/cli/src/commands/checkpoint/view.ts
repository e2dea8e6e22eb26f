import type { CheckpointHistory, PastRollback } from "@precept/enforcement/git";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { asLines, count, printable } from "../../terminal/text.ts";

/** The maximum number of files to list. The others are counted. */
const maxFiles = 20;

export function viewHistory({ checkpoints, rollbacks }: CheckpointHistory, style: Style): string {
  if (checkpoints.length + rollbacks.length === 0) return "No checkpoints. Create one with `precept checkpoint create`.\n";
  const entries = [
    ...checkpoints.map((checkpoint) => ({ ...checkpoint, kind: "checkpoint" })),
    ...rollbacks.map((rollback) => ({ ...rollback, kind: describeRollback(rollback) })),
  ].toSorted((left, right) => (left.id < right.id ? 1 : -1));
  const rows = entries.map(({ id, kind, session = "", head = "" }) => [id, kind, printable(session), head.slice(0, 10)]);
  return asLines([...viewTable(["id", "kind", "session", "commit"], rows, style), ...rollbacks.flatMap(viewInterrupted)]);
}

function viewInterrupted({ id, interrupted }: PastRollback): readonly string[] {
  if (interrupted === undefined) return [];
  return [
    `The rollback ${id} was interrupted, and files changed before it was completed. To see their contents: git diff ${interrupted} -- PATH`,
  ];
}

function describeRollback({ undo }: PastRollback): string {
  return undo === undefined ? "rollback, undone" : "rollback";
}

export function viewChanged(changed: readonly string[], verb: string, style: Style): string {
  if (changed.length === 0) return "The working tree matches the checkpoint.\n";
  const shown = changed.slice(0, maxFiles).map((path) => `${style.yellow(verb)}  ${printable(path)}`);
  const more = changed.length - shown.length;
  return asLines([...shown, ...(more > 0 ? [`and ${more} more`] : [])]);
}

export function viewPruned({ checkpoints, rollbacks }: CheckpointHistory): string {
  return `Removed ${count(checkpoints.length, "checkpoint")} and ${count(rollbacks.length, "rollback")}.\n`;
}
