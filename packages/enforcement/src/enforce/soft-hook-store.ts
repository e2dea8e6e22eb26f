import type { Root } from "@precept/files";
import {
  emptySoftHookState,
  reduceSoftHooks,
  type SoftHook,
  type SoftHookEvent,
  type EscalationPolicy,
  type SoftHookState,
  type SoftHookStep,
} from "@precept/governance";
import { StateDatabase, type StateValues } from "./state-database.ts";

/** Stores open soft hooks in a database that all processes of a project share. */
export class SoftHookStore implements AsyncDisposable {
  readonly #database: StateDatabase<SoftHook>;
  readonly #isReadOnly: boolean;

  constructor(project: Root, isReadOnly: boolean) {
    this.#database = new StateDatabase(project, "soft-hooks", ({ session }) => session);
    this.#isReadOnly = isReadOnly;
  }

  /** Applies an event to the open soft hooks. In read-only mode it only reads them. */
  async apply(event: SoftHookEvent, escalationPolicy: EscalationPolicy): Promise<SoftHookStep> {
    const groups = event.kind === "forked" ? [event.from, event.to] : [event.session];
    if (this.#isReadOnly) return { state: stateOf((await this.#database.read(groups)) ?? new Map()), effects: [] };
    // Projects without advice do not load the database.
    const isNew = event.kind === "checked" && event.occurrences.some(({ isAdvice }) => isAdvice);
    const step = await this.#database.update(groups, isNew, (values) => {
      const result = reduceSoftHooks(stateOf(values), event, escalationPolicy);
      return { values: new Map(Object.entries(result.state.hooks)), result };
    });
    return step ?? { state: emptySoftHookState, effects: [] };
  }

  async list(session?: string): Promise<readonly SoftHook[]> {
    return [...((await this.#database.read(session === undefined ? undefined : [session])) ?? new Map()).values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}

function stateOf(values: StateValues<SoftHook>): SoftHookState {
  return { hooks: Object.fromEntries(values) };
}
