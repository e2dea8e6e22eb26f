import type { RuleStore, StoreEvent } from "../src/ports/rule-store.ts";
import type { StoreState } from "../src/model/store-state.ts";
import { wrapStore } from "./wrap-store.ts";

/** What happens to the next event of a feed. */
export type EventFault = "delivered" | "lost" | "twice" | "late" | "omitted";

/** Controls a store whose network fails. */
export interface Network {
  /** How calls end. */
  calls: "answer" | "fail" | "hang";
  /** What happens to the next events; those beyond the list are delivered. */
  readonly events: EventFault[];
  /** The state that the store reports. */
  state: StoreState;
  /** Delivers the late events. */
  deliverLate(): void;
  /** Announces a change of the state. */
  announce(): void;
  /** Lets the calls that hang fail. */
  release(): void;
}

/** A store behind a network that can fail, hang, and lose, repeat, delay or shorten events. */
export function createFaultyStore(inner: RuleStore): { readonly store: RuleStore; readonly network: Network } {
  const listeners = new Set<(event: StoreEvent) => void>();
  const late: (() => void)[] = [];
  const hanging: (() => void)[] = [];
  const network: Network = {
    calls: "answer",
    events: [],
    state: { status: "ready" },
    deliverLate: () => {
      for (const deliver of late.splice(0)) deliver();
    },
    announce: () => {
      for (const listener of listeners) listener({ kind: "state" });
    },
    release: () => {
      for (const end of hanging.splice(0)) end();
    },
  };
  const reach = async (): Promise<void> => {
    await Promise.resolve();
    if (network.calls === "hang") await new Promise<void>((resolve) => hanging.push(resolve));
    if (network.calls !== "answer") throw new Error("no route");
  };
  const store = wrapStore(inner, {
    state: () => network.state,
    async *list(options) {
      await reach();
      yield* inner.list(options);
      await reach();
    },
    async etag(options) {
      await reach();
      return inner.etag(options);
    },
    async changesSince(token, options) {
      await reach();
      const change = await inner.changesSince(token, options);
      await reach();
      return change;
    },
    async getMany(ids, options) {
      await reach();
      return inner.getMany(ids, options);
    },
    subscribe(listener, options) {
      listeners.add(listener);
      const unsubscribe = inner.subscribe((event) => {
        const fault = network.events.shift() ?? "delivered";
        const isChange = event.kind === "changed";
        if (fault === "lost") return;
        if (fault === "late") late.push(() => listener(event));
        else if (fault === "omitted" && isChange) {
          const omitted = [...event.saved.map(({ rule }) => rule.id), ...event.deleted];
          listener({ ...event, saved: [], deleted: [], omitted });
        } else listener(event);
        if (fault === "twice") listener(event);
      }, options);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  });
  return { store, network };
}
