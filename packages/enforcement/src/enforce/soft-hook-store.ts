import {
  emptySoftHookState,
  reduceSoftHooks,
  type SoftHook,
  type SoftHookEvent,
  type EscalationPolicy,
  type SoftHookState,
  type SoftHookStep,
} from "@precept/governance";
import { StateDatabase, type StateLocation, type StateValues } from "./state-database.ts";

export class SoftHookStore extends StateDatabase<SoftHook> {
  constructor(location: StateLocation) {
    super(location, "soft-hooks", ({ session }) => session);
  }

  /** Applies an event to the open soft hooks. In read-only mode it only reads them. */
  async apply(event: SoftHookEvent, escalationPolicy: EscalationPolicy): Promise<SoftHookStep> {
    const sessions = event.kind === "forked" ? [event.from, event.to] : [event.session];
    if (this.isReadOnly) return { state: stateOf(await this.read(sessions)), effects: [] };
    // Projects without advice do not load the database.
    const isNew = event.kind === "checked" && event.occurrences.some(({ isAdvice }) => isAdvice);
    const step = await this.update(sessions, isNew, (values) => {
      const result = reduceSoftHooks(stateOf(values), event, escalationPolicy);
      return { values: new Map(Object.entries(result.state.hooks)), result };
    });
    return step ?? { state: emptySoftHookState, effects: [] };
  }
}

function stateOf(values: StateValues<SoftHook>): SoftHookState {
  return { hooks: Object.fromEntries(values) };
}
