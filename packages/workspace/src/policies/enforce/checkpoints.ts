import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { createFile, pathInside, replaceFile } from "@precept/store-fs";
import { statePath } from "../../places.ts";
import type { WorkspacePlan } from "../../plan.ts";
import { createCheckpoint, type Checkpoint, type CheckpointOptions } from "../git/checkpoint.ts";
import { rollBack, type Rollback } from "../git/roll-back.ts";
import { sha256 } from "../../sha256.ts";

/** What became of going back to a checkpoint. */
export type RollbackOutcome =
  /** It was done. Its `undo` is the command that brings back what was there. */
  | ({ readonly kind: "done" } & Rollback)
  /** There is nothing to go back to: no checkpoint was made in this session. */
  | { readonly kind: "none" }
  /** It could not be done, and nothing was changed. */
  | { readonly kind: "failed"; readonly problem: string; readonly hint?: string };

/** The session of those who name none. */
export const defaultSession = "default";

/** The checkpoints of sessions: the last of each is the one to go back to. */
export class Checkpoints {
  readonly #plan: () => WorkspacePlan;

  constructor(plan: () => WorkspacePlan) {
    this.#plan = plan;
  }

  /** @throws PreceptError `CHECKPOINT_FAILED`. */
  async keep(session: string = defaultSession): Promise<Checkpoint> {
    const checkpoint = await createCheckpoint(this.#plan().root, this.#options());
    const path = this.#pathOf(session);
    await mkdir(this.#dir(), { recursive: true });
    const text = JSON.stringify(checkpoint);
    if (!(await createFile(path, text))) await replaceFile(path, text);
    return checkpoint;
  }

  async goBack(session: string): Promise<RollbackOutcome> {
    const id = await this.#last(session);
    if (id === undefined) return { kind: "none" };
    try {
      return { kind: "done", ...(await rollBack(this.#plan().root, id, this.#options())) };
    } catch (error) {
      if (!PreceptError.is(error)) throw error;
      return { kind: "failed", problem: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
    }
  }

  async #last(session: string): Promise<string | undefined> {
    try {
      const { id } = JSON.parse(await readFile(this.#pathOf(session), "utf8")) as Partial<Checkpoint>;
      return typeof id === "string" ? id : undefined;
    } catch {
      return undefined;
    }
  }

  /** The log goes on through a rollback, wherever it is. */
  #options(): CheckpointOptions {
    const { root, settings } = this.#plan();
    const dir = pathInside(root, settings.policies.audit.dir);
    return dir === undefined || dir === "" ? {} : { leave: [dir] };
  }

  #dir(): string {
    return join(statePath(this.#plan().root), "checkpoints");
  }

  /** A session may be called anything. */
  #pathOf(session: string): string {
    return join(this.#dir(), `${sha256(session).slice(0, 32)}.json`);
  }
}
