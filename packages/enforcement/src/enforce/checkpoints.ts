import { PreceptError } from "@precept/core";
import { pathInside } from "@precept/files";
import type { EnforcementProject } from "../project.ts";
import { createCheckpoint, type Checkpoint, type CheckpointOptions } from "../git/checkpoint.ts";
import {
  findCheckpoint,
  listCheckpoints,
  pruneCheckpoints,
  undoRollback,
  type CheckpointHistory,
  type KeptCounts,
  type PastRollback,
} from "../git/history.ts";
import { previewRollback, rollBack, type Rollback } from "../git/roll-back.ts";
import type { Checkpoints, RollbackOutcome } from "../policy-engine.ts";

/** The session of those who name none. */
export const defaultSession = "default";

/** The checkpoints of a work tree, in its repository: the last of each session is the one to go back to. */
export class WorkTreeCheckpoints implements Checkpoints {
  readonly #project: () => EnforcementProject;
  readonly #isReadOnly: boolean;
  /** Sessions that have one, as far as it is known. */
  readonly #begun = new Set<string>();

  constructor(project: () => EnforcementProject, isReadOnly: boolean) {
    this.#project = project;
    this.#isReadOnly = isReadOnly;
  }

  async keep(session: string = defaultSession): Promise<Checkpoint> {
    this.#mayWrite();
    const { root, settings } = this.#project();
    const checkpoint = await createCheckpoint(root, { ...this.#options(), session });
    this.#begun.add(session);
    // Old ones that can't be removed are removed with the next.
    await pruneCheckpoints(root, { checkpoints: settings.keepCheckpoints }).catch(() => undefined);
    return checkpoint;
  }

  /** A session begins with a checkpoint where rollbacks are wanted and it has none. @throws PreceptError `CHECKPOINT_FAILED`. */
  async begin(session: string): Promise<void> {
    if (!this.#project().settings.rollback || this.#isReadOnly || this.#begun.has(session)) return;
    this.#begun.add(session);
    if ((await findCheckpoint(this.#project().root, session)) === undefined) await this.keep(session);
  }

  async history(): Promise<CheckpointHistory> {
    return listCheckpoints(this.#project().root, { readOnly: this.#isReadOnly });
  }

  async preview(id?: string): Promise<readonly string[]> {
    return previewRollback(this.#project().root, await this.#idOr(id), this.#options());
  }

  async restore(id?: string): Promise<Rollback> {
    this.#mayWrite();
    return rollBack(this.#project().root, await this.#idOr(id), this.#options());
  }

  async undo(id?: string): Promise<PastRollback> {
    this.#mayWrite();
    return undoRollback(this.#project().root, id);
  }

  async prune(keep: KeptCounts): Promise<CheckpointHistory> {
    this.#mayWrite();
    return pruneCheckpoints(this.#project().root, keep);
  }

  /** Goes back to the last checkpoint of a session. */
  async goBack(session: string): Promise<RollbackOutcome> {
    try {
      const last = await findCheckpoint(this.#project().root, session);
      if (last === undefined) return { kind: "none" };
      return { kind: "done", ...(await rollBack(this.#project().root, last.id, { ...this.#options(), session })) };
    } catch (error) {
      if (!PreceptError.is(error)) throw error;
      return { kind: "failed", problem: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
    }
  }

  async #idOr(id: string | undefined): Promise<string> {
    if (id !== undefined) return id;
    const newest = await findCheckpoint(this.#project().root);
    if (newest !== undefined) return newest.id;
    throw new PreceptError("NO_CHECKPOINT", {});
  }

  #mayWrite(): void {
    if (this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
  }

  /** The log goes on through a rollback, wherever it is. */
  #options(): CheckpointOptions {
    const { root, settings } = this.#project();
    const dir = pathInside(root, settings.audit.dir);
    return dir === undefined || dir === "" ? {} : { leave: [dir] };
  }
}
