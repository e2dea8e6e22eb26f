import type { Diagnostic } from "../model/diagnostic.ts";
import { pushAll } from "../model/lists.ts";
import { tenantKey, visibleOwners, type Tenant } from "../model/tenant.ts";
import type { CancelSignal } from "../ports/cancellable.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { SearchedRules } from "../ports/searched-rules.ts";
import type { RulebookOptions } from "./options.ts";

/** What stores know of their rules without listing them. In use until the rulebook lists rules. */
export class UnreadRules {
  readonly #options: Pick<RulebookOptions, "stores" | "storesFor" | "embedder">;
  #isInUse = false;
  #hasEnded = false;

  constructor(options: Pick<RulebookOptions, "stores" | "storesFor" | "embedder">) {
    this.#options = options;
  }

  /** Returns the rules that a tenant sees. Undefined: they must be listed to search them. */
  async searchedRules(tenant: Tenant, signal: CancelSignal | undefined): Promise<readonly SearchedRules[] | undefined> {
    // Vectors are computed from the rules.
    if (this.#hasEnded || this.#options.embedder !== undefined) return undefined;
    const rules = await this.#collect(signal);
    if (rules === undefined || (await this.#hasOwnStores(tenant)) || this.#hasEnded) return undefined;
    this.#isInUse = true;
    const owners = new Set(visibleOwners(tenant).map(tenantKey));
    return rules.filter(({ owner }) => owners.has(tenantKey(owner)));
  }

  /** The diagnostics of the stores. Undefined: the rules must be listed to find them. */
  get diagnostics(): readonly Diagnostic[] | undefined {
    return this.#isInUse ? this.#options.stores.flatMap((store) => store.diagnostics()) : undefined;
  }

  /** Called before rules are listed, which can be newer than what was known of them. */
  end(): void {
    this.#hasEnded = true;
    this.#isInUse = false;
  }

  async #collect(signal: CancelSignal | undefined): Promise<readonly SearchedRules[] | undefined> {
    const { stores } = this.#options;
    const all: SearchedRules[] = [];
    try {
      const others = stores.filter((store) => !("searchedRules" in store));
      if (others.length === stores.length) return undefined;
      for (const store of others) if (!(await isEmpty(store, signal))) return undefined;
      for (const store of stores) {
        const rules = (await store.searchedRules?.({ signal })) ?? (others.includes(store) ? [] : undefined);
        if (rules === undefined || store.state().status !== "ready") return undefined;
        pushAll(all, rules);
      }
      return all;
    } catch {
      // Listing the rules reports the error of the store.
      signal?.throwIfAborted();
      return undefined;
    }
  }

  async #hasOwnStores(tenant: Tenant): Promise<boolean> {
    const { storesFor = () => [] } = this.#options;
    const opened = visibleOwners(tenant).flatMap(storesFor);
    await Promise.all(opened.map((store) => store[Symbol.asyncDispose]()));
    return opened.length > 0;
  }
}

async function isEmpty(store: RuleStore, signal: CancelSignal | undefined): Promise<boolean> {
  for await (const _ of store.listIds({ limit: 1, signal })) return false;
  return true;
}
