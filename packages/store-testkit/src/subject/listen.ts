import type { RuleStore, StoreChange, StoredRule, StoreEvent, StoreReset, SubscribeOptions } from "@precept/core";
import { expect } from "vitest";

export interface Recording {
  readonly events: readonly StoreEvent[];
  readonly changes: readonly (StoreChange | StoreReset)[];
  readonly unsubscribe: () => void;
}

export interface ExpectedChange {
  readonly saved: readonly StoredRule[];
  readonly deleted: readonly string[];
}

export function recordChanges(store: RuleStore, options?: SubscribeOptions): Recording {
  const events: StoreEvent[] = [];
  const changes: (StoreChange | StoreReset)[] = [];
  const unsubscribe = store.subscribe((event) => {
    events.push(event);
    if (event.kind !== "state") changes.push(event);
  }, options);
  return { events, changes, unsubscribe };
}

/** Expects changes of exactly these rules, in this order. The order of the rules of a change is not compared. */
export function expectChanges(changes: Recording["changes"], expected: readonly ExpectedChange[]): void {
  expect(changes.map((change, at) => comparable(change, expected[at]))).toEqual(
    expected.map(({ saved, deleted }) => ({ saved: byId(saved), deleted: deleted.toSorted(), unexpected: [] })),
  );
}

/** The content of a change. Rules that it only names count as contained if they are expected. */
function comparable(change: StoreChange | StoreReset, expected: ExpectedChange | undefined): unknown {
  if (change.kind === "reset") return "a reset";
  const { omitted = [] } = change;
  const saved = (expected?.saved ?? []).filter(({ rule }) => omitted.includes(rule.id));
  const deleted = (expected?.deleted ?? []).filter((id) => omitted.includes(id));
  const known = new Set([...saved.map(({ rule }) => rule.id), ...deleted]);
  return {
    saved: byId([...change.saved, ...saved]),
    deleted: [...change.deleted, ...deleted].toSorted(),
    unexpected: omitted.filter((id) => !known.has(id)),
  };
}

function byId(stored: readonly StoredRule[]): readonly StoredRule[] {
  return stored.toSorted((left, right) => (left.rule.id < right.rule.id ? -1 : 1));
}

/** The ids of the rules that changed, whether they were saved or deleted. */
export function changedIds(event: StoreEvent): readonly string[] {
  if (event.kind !== "changed") return [];
  return [...event.saved.map(({ rule }) => rule.id), ...event.deleted, ...(event.omitted ?? [])];
}

/** Reads the changes since a position of the store. Fails if the store does not know the position. */
export async function readChanges(
  store: RuleStore,
  token: string,
  filter: NonNullable<SubscribeOptions["filter"]> = {},
): Promise<StoreChange> {
  const changes = await store.changesSince(token, { filter });
  return changes.kind === "changed" ? changes : expect.fail("The store does not know a recent position of its own.");
}

/** The names of the saved rules and the ids of the deleted ones, sorted. Reads rules that the change only names. */
export async function contentOf(
  store: RuleStore,
  { saved, deleted, omitted = [] }: StoreChange,
): Promise<{ readonly saved: readonly string[]; readonly deleted: readonly string[] }> {
  const found = await store.getMany(omitted);
  return {
    saved: [...saved, ...found.values()].map(({ rule }) => rule.name).toSorted(),
    deleted: [...deleted, ...omitted.filter((id) => !found.has(id))].toSorted(),
  };
}
