import type { Diagnostic } from "../model/diagnostic.ts";
import type { Resolution } from "../model/resolution.ts";
import { Listeners } from "../ports/listeners.ts";
import type { StoreChange } from "../ports/rule-store.ts";
import type { Trace } from "../trace/trace.ts";

/** What a rulebook tells its listeners. */
export interface RulebookEvents {
  /** A request was answered. */
  readonly rulesApplied: { readonly resolution: Resolution };
  /** The trace of an answer; only sent where somebody listens, since a trace costs more than the answer. */
  readonly ruleDebug: { readonly trace: Trace };
  /** Rules came, changed or went, or their diagnostics did. The next request sees it. */
  readonly rulesChanged: StoreChange & { readonly store: string; readonly diagnostics: readonly Diagnostic[] };
  /** A store could not be read. Its rules are missing from answers until it can. */
  readonly rulesFailed: { readonly store: string; readonly error: unknown; readonly diagnostic: Diagnostic };
}

export type RulebookEvent = keyof RulebookEvents;

/** Calls listeners. One that throws harms neither the request nor the other listeners. */
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

  /** @param event is only made where somebody listens. */
  emit<Name extends RulebookEvent>(name: Name, event: () => RulebookEvents[Name]): void {
    const listeners = this.#listeners.get(name);
    // What is kept under a name listens to the events of that name.
    if (listeners !== undefined && listeners.size > 0) (listeners as unknown as Listeners<RulebookEvents[Name]>).emit(event());
  }

  clear(): void {
    this.#listeners.clear();
  }
}
