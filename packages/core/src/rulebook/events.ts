import type { Diagnostic } from "../model/diagnostic.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { StoreReport, StoreStatus } from "../model/store-state.ts";
import type { Tenant } from "../model/tenant.ts";
import { Listeners } from "../ports/listeners.ts";
import type { Trace } from "../trace/trace.ts";

/** The events of a rulebook. */
export interface RulebookEvents {
  /** A request was resolved. */
  readonly rulesApplied: { readonly resolution: Resolution; readonly tenant: Tenant; readonly session?: string };
  /** The trace of a resolution. Only computed if there are listeners, since it takes longer than the resolution. */
  readonly ruleDebug: { readonly trace: Trace; readonly tenant: Tenant };
  /** Rules changed. The next request uses them. */
  readonly rulesChanged: RulesChange;
  /** A store could not be read. Its rules are missing from resolutions, or may be out of date, until it can be read. */
  readonly rulesFailed: StoreReport & { readonly diagnostic: Diagnostic };
  /** The state or the diagnostics of a store changed. */
  readonly storeChanged: { readonly store: string; readonly status: StoreStatus; readonly diagnostics: readonly Diagnostic[] };
}

/** A change of the rules of one store and owner. Published only for rules that are held for a tenant. */
export interface RulesChange {
  /** The id of the store. */
  readonly store: string;
  /** The project and the user that the rules belong to. */
  readonly owner: Tenant;
  /** New and changed rules. */
  readonly saved: readonly Rule[];
  /** The ids of deleted rules. */
  readonly deleted: readonly string[];
  /** The diagnostics of the store. */
  readonly diagnostics: readonly Diagnostic[];
}

export type RulebookEvent = keyof RulebookEvents;

/** The listeners of a rulebook by event. Errors of a listener affect neither the request nor other listeners. */
export class EventChannel {
  readonly #listeners = new Map<RulebookEvent, Listeners<never>>();
  readonly #onListenerError: (error: unknown) => void;

  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  on<Name extends RulebookEvent>(name: Name, listener: (event: RulebookEvents[Name]) => void): () => void {
    let listeners = this.#listeners.get(name);
    if (listeners === undefined) this.#listeners.set(name, (listeners = new Listeners(this.#onListenerError)));
    return listeners.add(listener);
  }

  /** @param event creates the event. Only called if there are listeners. */
  emit<Name extends RulebookEvent>(name: Name, event: () => RulebookEvents[Name]): void {
    const listeners = this.#listeners.get(name);
    // The listeners of a name accept the events of that name.
    if (listeners !== undefined && listeners.size > 0) (listeners as unknown as Listeners<RulebookEvents[Name]>).emit(event());
  }

  clear(): void {
    this.#listeners.clear();
  }
}
