import type { WireStoreReport } from "@precept/contract";
import { PreceptError } from "../model/error.ts";
import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { RuleStore, RuleUsage } from "../ports/rule-store.ts";

/** Reads the usage of rules from their stores, with one call to each. */
export class UsageReader {
  readonly #stores: ReadonlyMap<string, RuleStore>;
  readonly #usage = new Map<string, ReadonlyMap<string, RuleUsage>>();

  constructor(stores: readonly RuleStore[]) {
    this.#stores = new Map(stores.filter(({ capabilities }) => capabilities.usage).map((store) => [store.id, store]));
  }

  /** @returns the stores whose usage could not be read. The usage of their rules is then unknown. */
  async read(rules: readonly Rule[], options: Cancellable): Promise<readonly WireStoreReport[]> {
    const results = await Promise.all(
      [...this.#stores.values()].map(async (store): Promise<readonly WireStoreReport[]> => {
        const ids = rules.filter(({ origin }) => origin.store === store.id).map(({ id }) => id);
        if (ids.length === 0) return [];
        try {
          this.#usage.set(store.id, await store.usage(ids, options));
          return [];
        } catch (error) {
          options.signal?.throwIfAborted();
          const reason = PreceptError.is(error) ? error.message : String(error);
          return [{ store: store.id, status: "failed", message: `The usage of rules is unknown: ${reason}` }];
        }
      }),
    );
    return results.flat();
  }

  /** The usage of a rule; undefined if it is unknown. */
  of({ id, origin }: Rule): RuleUsage | "unused" | undefined {
    const usage = this.#usage.get(origin.store);
    return usage === undefined ? undefined : (usage.get(id) ?? "unused");
  }
}
