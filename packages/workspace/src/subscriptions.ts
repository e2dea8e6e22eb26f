import {
  guardListener,
  isVisibleTo,
  type Rulebook,
  type RulebookEvent,
  type RulebookEvents,
  type Tenant,
  type TenantOptions,
} from "@precept/core";

interface Subscription {
  readonly name: RulebookEvent;
  readonly listener: (event: never) => void;
  readonly options: TenantOptions;
  /** The functions that end it: in the current rulebook, and in the previous one, which may have pending requests. */
  ends: readonly (() => void)[];
}

/** Subscriptions to the events of a rulebook. They stay valid when another rulebook replaces it. */
export class Subscriptions {
  readonly #all = new Set<Subscription>();
  readonly #onListenerError: (error: unknown) => void;

  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  get tenants(): readonly Tenant[] {
    return [...this.#all].flatMap(({ options }) => options.tenant ?? []);
  }

  add<Name extends RulebookEvent>(
    rulebook: Rulebook,
    name: Name,
    listener: (event: RulebookEvents[Name]) => void,
    options: TenantOptions,
  ): () => void {
    const guarded = guardListener(listener, this.#onListenerError);
    const subscription: Subscription = { name, listener: guarded, options, ends: [rulebook.on(name, guarded, options)] };
    this.#all.add(subscription);
    return () => {
      for (const end of subscription.ends) end();
      this.#all.delete(subscription);
    };
  }

  /** Moves all subscriptions to another rulebook. Events of pending requests of the previous one still arrive. */
  moveTo(next: Rulebook): void {
    for (const subscription of this.#all) {
      const { name, listener, options, ends } = subscription;
      const isRequestEvent = name === "rulesApplied" || name === "ruleDebug";
      if (!isRequestEvent) for (const end of ends) end();
      subscription.ends = [
        ...(isRequestEvent ? ends.slice(-1) : []),
        next.on(name, listener as (event: unknown) => void, options),
      ];
    }
  }

  /** Calls the listeners for changes of rules that may see an owner's rules. */
  publish(event: RulebookEvents["rulesChanged"]): void {
    // Copied, because listeners may subscribe and unsubscribe while they are called.
    const subscriptions = [...this.#all].filter(
      ({ name, options: { tenant } }) => name === "rulesChanged" && (tenant === undefined || isVisibleTo(event.owner, tenant)),
    );
    for (const { listener } of subscriptions) (listener as (event: RulebookEvents["rulesChanged"]) => void)(event);
  }

  clear(): void {
    this.#all.clear();
  }
}
