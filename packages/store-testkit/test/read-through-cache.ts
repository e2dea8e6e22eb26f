import {
  getManyStored,
  getStored,
  listStored,
  listStoredIds,
  tenantKey,
  type ListOptions,
  type RuleStore,
  type StoredRule,
  type Tenant,
} from "@precept/core";
import { collect } from "../src/subject/read.ts";
import { wrapStore } from "./wrap-store.ts";

/**
 * Reads all rules by owner, so that a cached store answers them from its cache. Like in the remote store, only listed
 * rules have cursors.
 *
 * @param rules returns the rules of the cached store, whose owners are read.
 */
export function readThroughCache(store: RuleStore, rules: () => Iterable<StoredRule>): RuleStore {
  const read = async ({ signal }: ListOptions): Promise<readonly StoredRule[]> => {
    const owners = new Map<string, Tenant>([[tenantKey({}), {}]]);
    for (const { rule } of rules()) owners.set(tenantKey(rule), { projectId: rule.projectId, userId: rule.userId });
    const found = new Map<string, StoredRule>();
    for (const owner of owners.values())
      for (const stored of await collect(store.list({ signal, filter: { owner } }))) found.set(stored.rule.id, stored);
    return [...found.values()];
  };
  const list = async function* list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    yield* listStored(await read(options), options, () => options.signal?.throwIfAborted());
  };
  return wrapStore(store, {
    list,
    listIds: (options) => listStoredIds(list(options)),
    get: async (id, options = {}) => getStored(byId(await read(options)), id, options.tenant),
    async getMany(ids, options = {}) {
      const wanted = [...ids];
      return getManyStored(byId(await read(options)), wanted, options.tenant);
    },
  });
}

function byId(rules: readonly StoredRule[]): ReadonlyMap<string, StoredRule> {
  return new Map(rules.map((stored) => [stored.rule.id, { ...stored, cursor: "" }]));
}
