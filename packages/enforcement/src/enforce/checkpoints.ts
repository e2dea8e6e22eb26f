import { PreceptError } from "@precept/core";
import { pathInside } from "@precept/files";
import { stopsAgent, type ActionEffects, type Decision } from "@precept/governance";
import type { EnforcementProject } from "../project.ts";
import { createCheckpoint, type Checkpoint, type CheckpointOptions } from "../git/checkpoint.ts";
import {
  findCheckpoint,
  listCheckpoints,
  pruneCheckpoints,
  undoRollback,
  type CheckpointHistory,
  type RetentionCounts,
  type PastRollback,
} from "../git/history.ts";
import { previewRollback, rollBack, type Rollback } from "../git/roll-back.ts";
import type { Checkpoints, RollbackOutcome } from "../policy-engine.ts";
import type { Problems } from "./recent-diagnostics.ts";

/** The session of callers that name none. */
export const defaultSession = "default";

/** The checkpoints of a working tree. A rollback restores the newest checkpoint of its session. */
export class SessionCheckpoints implements Checkpoints {
  readonly #project: () => EnforcementProject;
  readonly #isReadOnly: boolean;
  /** Sessions that are known to have a checkpoint. */
  readonly #sessions = new Set<string>();

  constructor(project: () => EnforcementProject, isReadOnly: boolean) {
    this.#project = project;
    this.#isReadOnly = isReadOnly;
  }

  async create(session: string = defaultSession): Promise<Checkpoint> {
    this.#assertWritable();
    const { root, settings } = this.#project();
    const checkpoint = await createCheckpoint(root, { ...this.#options(), session });
    this.#sessions.add(session);
    // If old checkpoints cannot be deleted now, the next call deletes them.
    await pruneCheckpoints(root, { checkpoints: settings.keepCheckpoints }).catch(() => undefined);
    return checkpoint;
  }

  async history(): Promise<CheckpointHistory> {
    return listCheckpoints(this.#project().root, { readOnly: this.#isReadOnly });
  }

  async preview(id?: string): Promise<readonly string[]> {
    return previewRollback(this.#project().root, await this.#idOr(id), this.#options());
  }

  async restore(id?: string): Promise<Rollback> {
    this.#assertWritable();
    return rollBack(this.#project().root, await this.#idOr(id), this.#options());
  }

  async undo(id?: string): Promise<PastRollback> {
    this.#assertWritable();
    return undoRollback(this.#project().root, id);
  }

  async prune(retain: RetentionCounts): Promise<CheckpointHistory> {
    this.#assertWritable();
    return pruneCheckpoints(this.#project().root, retain);
  }

  /** Creates the first checkpoint of a session, if rollbacks are enabled. */
  async ensure(session: string, problems: Problems): Promise<void> {
    const { root, settings } = this.#project();
    if (!settings.rollback || this.#isReadOnly || this.#sessions.has(session)) return;
    this.#sessions.add(session);
    await problems.attempt("policies/no-checkpoint", async () => {
      if ((await findCheckpoint(root, session)) === undefined) await this.create(session);
    });
  }

  /** Restores the newest checkpoint of a session if a decision asks for it and rollbacks are enabled. */
  async restoreAfter(
    { action }: Decision,
    effects: readonly ActionEffects[],
    session: string,
    problems: Problems,
  ): Promise<RollbackOutcome | undefined> {
    const isRequested = stopsAgent(action) && effects.some(({ rollback }) => rollback);
    const { root, settings } = this.#project();
    if (!isRequested || this.#isReadOnly || !settings.rollback) return undefined;
    try {
      const newest = await findCheckpoint(root, session);
      if (newest === undefined) return { kind: "none" };
      return { kind: "done", ...(await rollBack(root, newest.id, { ...this.#options(), session })) };
    } catch (error) {
      if (!PreceptError.is(error)) throw error;
      const { message: problem, hint } = error;
      problems.add("policies/not-rolled-back", problem, hint);
      return { kind: "failed", problem, ...(hint !== undefined && { hint }) };
    }
  }

  async #idOr(id: string | undefined): Promise<string> {
    const found = id ?? (await findCheckpoint(this.#project().root))?.id;
    if (found === undefined) throw new PreceptError("NO_CHECKPOINT", {});
    return found;
  }

  #assertWritable(): void {
    if (this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
  }

  /** Rollbacks exclude the audit log, wherever it is. */
  #options(): CheckpointOptions {
    const { root, settings } = this.#project();
    const dir = pathInside(root, settings.audit.dir);
    return dir === undefined || dir === "" ? {} : { exclude: [dir] };
  }
}
