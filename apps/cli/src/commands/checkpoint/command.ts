import type { Checkpoint, CheckpointHistory, PastRollback } from "@precept/enforcement/git";
import type { Call, CommandResult } from "../../define.ts";
import { viewChanged, viewHistory, viewPruned } from "./view.ts";

export interface CreateOptions {
  readonly session?: string;
}

export interface RestoreOptions {
  readonly dryRun?: boolean;
}

export interface PruneOptions {
  readonly keep: number;
  readonly keepRollbacks?: number;
}

export async function createCheckpoint({ workspace, options }: Call<CreateOptions>): Promise<CommandResult> {
  const checkpoint = await workspace.policies.checkpoints.create(options.session);
  return confirmationOf({ checkpoint: toWireCheckpoint(checkpoint) }, (style) => `${style.green("created")}  ${checkpoint.id}\n`);
}

export async function listCheckpoints({ workspace }: Call): Promise<CommandResult> {
  const history = await workspace.policies.checkpoints.history();
  return resultOf(toWireHistory(history), (style) => viewHistory(history, style));
}

export async function restoreCheckpoint({ workspace, options, args: [id] }: Call<RestoreOptions>): Promise<CommandResult> {
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

export async function pruneCheckpoints({ workspace, options }: Call<PruneOptions>): Promise<CommandResult> {
  const { keep, keepRollbacks } = options;
  const removed = await workspace.policies.checkpoints.prune({ checkpoints: keep, rollbacks: keepRollbacks });
  return confirmationOf(toWireHistory(removed), () => viewPruned(removed));
}

function resultOf(json: unknown, text: CommandResult["text"]): CommandResult {
  return { json, text };
}

/** The result of a command that changed something. */
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
