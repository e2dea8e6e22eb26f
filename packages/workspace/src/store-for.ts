import { PreceptError, type RuleStore, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import { storeKinds, type StoreKind } from "./store-kinds.ts";

/**
 * The store that a new rule of a scope goes to: session rules to the memory, all others to files, or into the database where no directory is for
 * their scope.
 *
 * @param kind the store that is wanted.
 * @throws PreceptError `OPTION_INVALID` where no store can keep such a rule, or not the one that is wanted.
 */
export function chooseStore(
  stores: readonly RuleStore[],
  roots: readonly FsRoot[],
  scope: Scope,
  kind: StoreKind | undefined,
): RuleStore {
  const fitting = stores.filter(({ id }) => storeKinds[id as StoreKind].accepts(scope, roots));
  const chosen = kind === undefined ? fitting[0] : fitting.find(({ id }) => id === kind);
  if (chosen !== undefined) return chosen;
  if (kind !== undefined && fitting.length > 0) {
    const expected = `${fitting.map(({ id }) => id).join(" or ")}: nothing else here keeps rules of the scope ${scope}`;
    throw new PreceptError("OPTION_INVALID", { option: "store", value: kind, expected });
  }
  const kept = [...new Set(roots.map((root) => root.scope ?? "project"))];
  const expected =
    kept.length === 0
      ? "session: there are no rule directories"
      : `${kept.join(", ")} or session: nothing here keeps other rules`;
  throw new PreceptError("OPTION_INVALID", { option: "scope", value: scope, expected });
}
