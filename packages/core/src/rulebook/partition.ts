import { RuleIndex } from "../match/rule-index.ts";
import type { Tenant } from "../model/tenant.ts";
import type { Rule } from "../model/rule.ts";
import type { FollowedRules, RulesListener } from "../mirror/followed-rules.ts";
import type { FollowedStore } from "../mirror/followed-store.ts";
import type { HeldChange } from "../mirror/held-rules.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { EvidenceIndex } from "../search/evidence-index.ts";
import type { RuleSearchIndex } from "../search/rule-search-index.ts";

type CreateIndex = (store: RuleStore) => RuleSearchIndex | undefined;

/** The rules of one owner in all stores, as an index that the mirrors of the stores keep current. */
export class Partition {
  readonly owner: Tenant;
  readonly index: RuleIndex = new RuleIndex();
  readonly rules: readonly FollowedRules[];
  /** The stores of this partition alone. It closes them. */
  readonly own: readonly FollowedStore[];
  /** How many subscriptions need this partition. It is not evicted before they end. */
  pins = 0;
  /** The search indexes of the stores that are searched in memory. Created with the first search. */
  #searches: ReadonlyMap<RuleStore, RuleSearchIndex> | undefined;
  /** The `relevant` rules by their words. Created with the first prompt. */
  #evidence: EvidenceIndex | undefined;

  constructor(owner: Tenant, shared: readonly FollowedStore[], own: readonly FollowedStore[], changed: RulesListener["changed"]) {
    this.owner = owner;
    this.own = own;
    this.rules = [...shared, ...own].map((store) =>
      store.follow(owner, (rules, change, isFirst) => {
        this.#apply(rules, change);
        changed(rules, change, isFirst);
      }),
    );
  }

  /** Ends the subscriptions. The index remains as it is, for requests that still use it. */
  async close(): Promise<void> {
    for (const rules of this.rules) rules.close();
    for (const search of this.#searches?.values() ?? []) search.close();
    await Promise.all(
      this.own.map((followed) => {
        followed.close();
        return followed.store[Symbol.asyncDispose]();
      }),
    );
  }

  /**
   * The indexes of stores that are searched in memory. `create` loads their code late, because most processes never
   * search. It returns undefined for a store that searches itself.
   */
  searchIndexes(create: CreateIndex): readonly RuleSearchIndex[] {
    this.#searches ??= this.#createSearches(create);
    return [...this.#searches.values()];
  }

  /** The `relevant` rules by their words. `create` loads their code late, too. */
  evidenceIndex(create: () => EvidenceIndex): EvidenceIndex {
    if (this.#evidence === undefined) {
      this.#evidence = create();
      for (const rule of this.index.relevant) this.#evidence.set(rule);
    }
    return this.#evidence;
  }

  #createSearches(create: CreateIndex): ReadonlyMap<RuleStore, RuleSearchIndex> {
    const searches = new Map<RuleStore, RuleSearchIndex>();
    for (const rules of this.rules) {
      const search = create(rules.store);
      if (search === undefined) continue;
      searches.set(rules.store, search);
      for (const rule of this.index.rules) if (rule.origin.store === rules.store.id) addTo(search, rule, rules);
    }
    return searches;
  }

  #apply(rules: FollowedRules, { saved, deleted }: HeldChange): void {
    const search = this.#searches?.get(rules.store);
    for (const id of deleted) {
      this.index.remove(rules.store.id, id);
      search?.delete(id);
      this.#evidence?.delete(rules.store.id, id);
    }
    for (const rule of saved) {
      this.index.add(rule);
      this.#evidence?.set(rule);
      if (search !== undefined) addTo(search, rule, rules);
    }
  }
}

function addTo(search: RuleSearchIndex, rule: Rule, rules: FollowedRules): void {
  search.set({ rule, revision: rules.revisionOf(rule.id) ?? "", cursor: rule.id });
}
