import type { Diagnostic } from "../model/diagnostic.ts";
import type { Resolution } from "../model/resolution.ts";
import { Listeners } from "../ports/listeners.ts";
import type { StoreChange } from "../ports/rule-store.ts";
import type { Trace } from "../trace/trace.ts";

/** The events of a rulebook. */
export interface RulebookEvents {
  /** A request was resolved. */
  readonly rulesApplied: { readonly resolution: Resolution };
  /** The trace of a resolution. Only computed if there are listeners, since it takes longer than the resolution. */
  readonly ruleDebug: { readonly trace: Trace };
  /** Rules or their diagnostics changed. The next request uses them. */
  readonly rulesChanged: StoreChange & { readonly store: string; readonly diagnostics: readonly Diagnostic[] };
  /** A store could not be read. Its rules are missing from resolutions until it can be read. */
  readonly rulesFailed: { readonly store: string; readonly error: unknown; readonly diagnostic: Diagnostic };
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
