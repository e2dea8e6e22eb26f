import { maxEventRules } from "@precept/contract";
import { tenantKey, type Rule, type RuleStore, type StoreChange, type StoreReset, type Tenant } from "@precept/core";
import type { EventFeed } from "./event-feed.ts";
import type { SharedEvent } from "../shared-event.ts";

/**
 * Publishes the changes of a store that servers share since the last published position. Whichever server is first publishes them, and
 * the position changes with them, so that each change is published once, also if a server is killed.
 *
 * @throws PreceptError `STORE_FAILED`
 */
export async function publishRules(feed: EventFeed, store: RuleStore): Promise<void> {
  for (;;) {
    const published = (await feed.readState()).stores[store.id];
    // Read afterwards, so that it is not older.
    const changes = published === undefined ? await startAt(store) : await store.changesSince(published);
    if (changes.token === published) return;
    const events = published === undefined ? [] : await eventsOf(store, changes);
    let isFirst = false;
    await feed.append((state) => {
      isFirst = state.stores[store.id] === published;
      if (!isFirst) return { events: [] };
      return { events, state: { ...state, stores: { ...state.stores, [store.id]: changes.token } } };
    });
    if (isFirst) return;
  }
}

/** Changes from before the first server are not published. */
async function startAt(store: RuleStore): Promise<StoreReset> {
  return { kind: "reset", token: await store.etag() };
}

/** What changed of the rules of one owner. */
interface OwnedChange {
  readonly owner: Tenant;
  readonly saved: Rule[];
  readonly deleted: string[];
}

async function eventsOf(store: RuleStore, changes: StoreChange | StoreReset): Promise<readonly SharedEvent[]> {
  // It is not known which rules changed: every client reads again.
  if (changes.kind === "reset") return [toEvent(store, { owner: {}, saved: [], deleted: [] })];
  const byOwner = new Map<string, OwnedChange>();
  const changeOf = ({ projectId, userId }: Tenant): OwnedChange => {
    const owner = { projectId, userId };
    const key = tenantKey(owner);
    const change = byOwner.get(key) ?? { owner, saved: [], deleted: [] };
    byOwner.set(key, change);
    return change;
  };
  for (const { rule } of changes.saved) {
    changeOf(rule).saved.push(rule);
    const before = rule.version > 1 ? await earlierOwner(store, rule.id, 2) : undefined;
    if (before !== undefined && tenantKey(before) !== tenantKey(rule)) changeOf(before).deleted.push(rule.id);
  }
  for (const id of changes.deleted) changeOf((await earlierOwner(store, id, 1)) ?? {}).deleted.push(id);
  return [...byOwner.values()].flatMap(inParts).map((change) => toEvent(store, change));
}

/** The owner of an earlier revision of a rule. A deletion has the rule that was deleted. @param back 1: the last revision. */
async function earlierOwner(store: RuleStore, id: string, back: number): Promise<Tenant | undefined> {
  if (!store.capabilities.history) return undefined;
  let owner: Tenant | undefined;
  for await (const { rule } of store.history(id, { limit: back })) owner = { projectId: rule.projectId, userId: rule.userId };
  return owner;
}

/** Splits a change that has more rules than an event. */
function inParts({ owner, saved, deleted }: OwnedChange): readonly OwnedChange[] {
  const parts = Math.max(1, Math.ceil(Math.max(saved.length, deleted.length) / maxEventRules));
  return Array.from({ length: parts }, (_, at) => {
    const [from, to] = [at * maxEventRules, (at + 1) * maxEventRules];
    return { owner, saved: saved.slice(from, to), deleted: deleted.slice(from, to) };
  });
}

function toEvent(store: RuleStore, { owner, saved, deleted }: OwnedChange): SharedEvent {
  return {
    type: "rules_changed",
    owner,
    data: {
      store: store.id,
      project_id: owner.projectId ?? null,
      user_id: owner.userId ?? null,
      saved: saved.map(({ id, name, scope }) => ({ id, name, scope })),
      deleted,
      omitted: 0,
      diagnostics: store.diagnostics().length,
    },
  };
}
