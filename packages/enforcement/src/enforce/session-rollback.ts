import type { Diagnostic } from "@precept/core";
import { stopsAgent, type ActionEffects, type Decision } from "@precept/governance";
import type { RollbackOutcome } from "../policy-engine.ts";
import type { EnforcementProject } from "../project.ts";
import type { SessionCheckpoints } from "./checkpoints.ts";
import type { RecentDiagnostics } from "./recent-diagnostics.ts";

/** Creates the checkpoint of a session, and restores it when a decision stops the agent and asks for a rollback. */
export class SessionRollback {
  readonly #project: () => EnforcementProject;
  readonly #checkpoints: SessionCheckpoints;
  readonly #recentDiagnostics: RecentDiagnostics;
  readonly #isReadOnly: boolean;

  constructor(
    project: () => EnforcementProject,
    checkpoints: SessionCheckpoints,
    recentDiagnostics: RecentDiagnostics,
    isReadOnly: boolean,
  ) {
    this.#project = project;
    this.#checkpoints = checkpoints;
    this.#recentDiagnostics = recentDiagnostics;
    this.#isReadOnly = isReadOnly;
  }

  /** Creates the first checkpoint of a session. */
  async ensureCheckpoint(session: string, diagnostics: Diagnostic[]): Promise<void> {
    try {
      await this.#checkpoints.ensure(session);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/no-checkpoint", error));
    }
  }

  /** Restores the checkpoint. Returns undefined if the decision does not ask for it, or the settings do not allow it. */
  async rollBack(
    { action }: Decision,
    actionEffects: readonly ActionEffects[],
    session: string,
    diagnostics: Diagnostic[],
  ): Promise<RollbackOutcome | undefined> {
    const isRequested = stopsAgent(action) && actionEffects.some(({ rollback }) => rollback);
    if (!isRequested || this.#isReadOnly || !this.#project().settings.rollback) return undefined;
    const outcome = await this.#checkpoints.restoreSession(session);
    if (outcome.kind === "failed")
      diagnostics.push(this.#recentDiagnostics.add("policies/not-rolled-back", outcome.problem, outcome.hint));
    return outcome;
  }
}
