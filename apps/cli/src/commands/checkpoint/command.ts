import type { Checkpoint, CheckpointHistory, PastRollback } from "@precept/enforcement/git";
import type { Call, CommandResult } from "../../define.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { viewTable } from "../../terminal/layout.ts";

export async function createCheckpoint({ workspace, options }: Call<{ readonly session?: string }>): Promise<CommandResult> {
  const checkpoint = await workspace.policies.checkpoints.create(options.session);
  return confirmationOf({ checkpoint: toWireCheckpoint(checkpoint) }, (style) => `${style.green("created")}  ${checkpoint.id}\n`);
}

export async function listCheckpoints({ workspace }: Call): Promise<CommandResult> {
  const history = await workspace.policies.checkpoints.history();
  return resultOf(toWireHistory(history), (style) => viewHistory(history, style));
}

export async function restoreCheckpoint({
  workspace,
  options,
  args: [id],
}: Call<{ readonly dryRun?: boolean }>): Promise<CommandResult> {
  const { checkpoints } = workspace.policies;
  if (options.dryRun === true) {
    const changed = await checkpoints.preview(id);
    return resultOf({ changed, rollback: null }, (style) => viewChanged(changed, "would change", style));
  }
  const { id: rollback, undo, changed, headMoved } = await checkpoints.restore(id);
  return confirmationOf({ changed, rollback: { id: rollback, undo, head_moved: headMoved } }, (style) =>
    [
      viewChanged(changed, "changed", style),
      ...(headMoved ? ["HEAD is at another commit than at the checkpoint, and was not moved.\n"] : []),
      `Run \`precept checkpoint undo\` to restore the previous state.\n`,
    ].join(""),
  );
}

export async function undoRollback({ workspace, args: [id] }: Call): Promise<CommandResult> {
  const rollback = await workspace.policies.checkpoints.undo(id);
  return confirmationOf({ rollback: toWireRollback(rollback) }, (style) => `${style.green("undone")}  ${rollback.id}\n`);
}

export async function pruneCheckpoints({
  workspace,
  options,
}: Call<{ readonly keep: number; readonly keepRollbacks?: number }>): Promise<CommandResult> {
  const { keep, keepRollbacks } = options;
  const removed = await workspace.policies.checkpoints.prune({ checkpoints: keep, rollbacks: keepRollbacks });
  return confirmationOf(toWireHistory(removed), () => viewPruned(removed));
}

function resultOf(json: unknown, text: CommandResult["text"]): CommandResult {
  return { json, text };
}

function confirmationOf(json: unknown, text: CommandResult["text"]): CommandResult {
  return { ...resultOf(json, text), isConfirmation: true };
}

function toWireHistory({ checkpoints, rollbacks }: CheckpointHistory) {
  return { checkpoints: checkpoints.map(toWireCheckpoint), rollbacks: rollbacks.map(toWireRollback) };
}

function toWireCheckpoint({ id, createdAt, session, head, ref }: Checkpoint) {
  return { id, created_at: createdAt, session: session ?? null, head: head ?? null, ref };
}

function toWireRollback(rollback: PastRollback) {
  const { undo = null, interrupted = null } = rollback;
  return { ...toWireCheckpoint(rollback), undo, interrupted };
}

const maxFiles = 20;

function viewHistory({ checkpoints, rollbacks }: CheckpointHistory, style: Style): string {
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

function viewChanged(changed: readonly string[], verb: string, style: Style): string {
  if (changed.length === 0) return "The working tree matches the checkpoint.\n";
  const shown = changed.slice(0, maxFiles).map((path) => `${style.yellow(verb)}  ${printable(path)}`);
  const more = changed.length - shown.length;
  return asLines([...shown, ...(more > 0 ? [`and ${more} more`] : [])]);
}

function viewPruned({ checkpoints, rollbacks }: CheckpointHistory): string {
  return `Removed ${count(checkpoints.length, "checkpoint")} and ${count(rollbacks.length, "rollback")}.\n`;
}
