import { isVisibleTo, type Tenant } from "../model/tenant.ts";
import type {
  HistoryOptions,
  ListOptions,
  PruneOptions,
  RuleRevision,
  RuleStore,
  RuleUsage,
  RuleUse,
  RuleWrite,
  RuleWriteResult,
  StoreCapabilities,
} from "./rule-store.ts";
import type { StoredRule, StoredRuleId } from "./stored-rule.ts";
import { Supersession } from "../model/supersession.ts";
import { compareText } from "../text/compare-text.ts";
import { passesFilter, statusTenant } from "./rule-filter.ts";
import { PreceptError } from "../model/error.ts";
import type { Cancellable } from "./cancellable.ts";

/** Returns a rule of a map by id. Undefined if there is none, or if it is not visible to the tenant. */
export function getStored(
  rules: ReadonlyMap<string, StoredRule>,
  id: string,
  tenant: Tenant | undefined,
): StoredRule | undefined {
  const stored = rules.get(id);
  return stored === undefined || tenant === undefined || isVisibleTo(stored.rule, tenant) ? stored : undefined;
}

/** Returns the rules of a map with these ids that are visible to the tenant. */
export function getManyStored(
  rules: ReadonlyMap<string, StoredRule>,
  ids: readonly string[],
  tenant: Tenant | undefined,
): ReadonlyMap<string, StoredRule> {
  const found = new Map<string, StoredRule>();
  for (const id of ids) {
    const stored = getStored(rules, id, tenant);
    if (stored !== undefined) found.set(id, stored);
  }
  return found;
}

/** Implements `RuleStore.list` in memory. `assertOpen` is called before each rule, and throws to end the listing. */
export async function* listStored(
  rules: readonly StoredRule[],
  { filter = {}, cursor, limit = Number.POSITIVE_INFINITY }: ListOptions,
  assertOpen: () => void,
): AsyncIterable<StoredRule> {
  const passing = filterStored(rules, filter).toSorted((left, right) => compareText(left.rule.id, right.rule.id));
  let yielded = 0;
  for (const stored of passing) {
    if (yielded >= limit) return;
    if (cursor !== undefined && compareText(stored.rule.id, cursor) <= 0) continue;
    assertOpen();
    yielded += 1;
    yield stored;
  }
}

/** Implements `RuleStore.listIds` for a store in which reading a rule costs little. */
export async function* listStoredIds(rules: AsyncIterable<StoredRule>): AsyncIterable<StoredRuleId> {
  for await (const { rule, revision, cursor } of rules) yield { id: rule.id, revision, cursor };
}

function filterStored(rules: readonly StoredRule[], filter: ListOptions["filter"] & {}): readonly StoredRule[] {
  if (filter.status === undefined) return rules.filter(({ rule }) => passesFilter(rule, filter));
  const supersession = new Supersession(rules.map(({ rule }) => rule));
  return rules.filter(({ rule }) => passesFilter(rule, filter, supersession.by(rule, statusTenant(rule, filter)) !== undefined));
}

/** Implements the options of `RuleStore.history` for the revisions of one rule, newest first. */
export function listRevisions(
  revisions: readonly RuleRevision[],
  { before, limit = revisions.length, tenant }: HistoryOptions,
): readonly RuleRevision[] {
  const start = before === undefined ? 0 : revisions.findIndex(({ revision }) => revision === before) + 1;
  if (before !== undefined && start === 0) return [];
  return revisions
    .slice(start)
    .filter(({ rule }) => tenant === undefined || isVisibleTo(rule, tenant))
    .slice(0, limit);
}

/** Returns which of the revisions of one rule, newest first, `RuleStore.pruneHistory` removes. */
export function revisionsToPrune(
  revisions: readonly RuleRevision[],
  { maxRevisions = revisions.length, replacedBefore }: PruneOptions,
): ReadonlySet<string> {
  const old = revisions.filter((_, position) => {
    // The newest revision is the current one, or the deletion, which says why the rule is missing.
    if (position === 0) return false;
    const replacedAt = revisions[position - 1]?.at;
    const isOld = replacedBefore !== undefined && replacedAt !== undefined && Date.parse(replacedAt) < Date.parse(replacedBefore);
    return position >= Math.max(1, maxRevisions) || isOld;
  });
  return new Set(old.map(({ revision }) => revision));
}

/** Adds a use to the usage of a rule. */
export function addUse(usage: RuleUsage | undefined, { at, session, tool, count = 1 }: RuleUse): RuleUsage {
  const isLatest = usage === undefined || Date.parse(usage.lastUsedAt) <= Date.parse(at);
  const lastSession = (isLatest ? session : undefined) ?? usage?.lastSession ?? session;
  const tools = usage?.tools ?? {};
  return {
    count: (usage?.count ?? 0) + count,
    lastUsedAt: isLatest ? at : usage.lastUsedAt,
    ...(lastSession !== undefined && { lastSession }),
    tools: tool === undefined ? tools : { ...tools, [tool]: (Object.hasOwn(tools, tool) ? (tools[tool] ?? 0) : 0) + count },
  };
}

/** Implements `RuleStore.writeMany` with one call for each write, for a store for which a call costs little. */
export async function writeEach(
  store: Pick<RuleStore, "save" | "delete">,
  writes: readonly RuleWrite[],
  { signal }: Cancellable = {},
): Promise<readonly RuleWriteResult[]> {
  // Copied, because the caller may change the list meanwhile.
  const pending = [...writes];
  const results: RuleWriteResult[] = [];
  for (const write of pending) {
    signal?.throwIfAborted();
    results.push(await writeOne(store, write));
  }
  return results;
}

async function writeOne(store: Pick<RuleStore, "save" | "delete">, write: RuleWrite): Promise<RuleWriteResult> {
  try {
    if (write.kind === "delete") return { kind: "deleted", existed: await store.delete(write.id, { revision: write.revision }) };
    const { rule, kind: _, ...options } = write;
    return { kind: "saved", stored: await store.save(rule, options) };
  } catch (error) {
    if (PreceptError.is(error) && error.code.startsWith("RULE_")) return { kind: "rejected", error };
    throw error;
  }
}

type UnsupportedOperations = Pick<
  RuleStore,
  "save" | "delete" | "writeMany" | "apply" | "history" | "pruneHistory" | "recordUse" | "usage" | "search" | "hasReached"
>;

/** Creates the optional operations of a store that does not support them: they throw `STORE_CAPABILITY_MISSING`. */
export function createUnsupportedOperations(store: string): UnsupportedOperations {
  const reject = async (capability: keyof StoreCapabilities): Promise<never> => {
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store, capability });
  };
  return {
    save: () => reject("write"),
    delete: () => reject("write"),
    writeMany: () => reject("write"),
    apply: () => reject("transactions"),
    async *history() {
      yield await reject("history");
    },
    pruneHistory: () => reject("history"),
    recordUse: () => reject("usage"),
    usage: () => reject("usage"),
    hasReached: () => reject("positions"),
    search: () => reject("search"),
  };
}
