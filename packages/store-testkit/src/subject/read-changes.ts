import type { RuleStore, StoreChange, SubscribeOptions } from "@precept/core";
import { expect } from "vitest";

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
