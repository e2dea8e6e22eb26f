import { PreceptError } from "../model/error.ts";
import type { FollowedRules } from "../mirror/followed-rules.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { isInTime, type Timers } from "../ports/timers.ts";

/** How often a store that is behind is asked again, in milliseconds. */
const askMs = 20;

export interface ReachOptions extends Cancellable {
  /** Without timers, a store that is behind is asked only once. */
  readonly timers: Timers | undefined;
  /** How long to wait, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Waits until rules in memory include everything up to a position of one of their stores.
 *
 * @throws PreceptError `STORE_CAPABILITY_MISSING` if no store has positions, `POSITION_UNKNOWN` if none has this one,
 *   `POSITION_NOT_REACHED` after `waitMs`; the error of the store if it fails.
 */
export async function reachPosition(all: readonly FollowedRules[], position: string, options: ReachOptions): Promise<void> {
  const byStore = Map.groupBy(
    all.filter(({ store }) => store.capabilities.positions),
    ({ store }) => store,
  );
  if (byStore.size === 0) {
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store: all[0]?.store.id ?? "", capability: "positions" });
  }
  for (const rules of byStore.values()) if (rules.every((one) => one.hasPassed(position))) return;
  const { timers, waitMs, signal } = options;
  let isLate = false;
  const reach = async (): Promise<void> => {
    const store = await findReached([...byStore.keys()], position, { ...options, isLate: () => isLate });
    await Promise.all((byStore.get(store) ?? []).map((rules) => rules.catchUp()));
  };
  isLate = !(await isInTime(reach(), waitMs, timers));
  signal?.throwIfAborted();
  if (isLate) throw new PreceptError("POSITION_NOT_REACHED", { waitMs });
}

/** Returns the store that knows a position, after it has reached it. */
async function findReached(
  stores: readonly RuleStore[],
  position: string,
  { timers, waitMs, signal, isLate }: ReachOptions & { readonly isLate: () => boolean },
): Promise<RuleStore> {
  for (const store of stores) {
    try {
      while (!(await store.hasReached(position, { signal }))) {
        if (timers === undefined || isLate()) throw new PreceptError("POSITION_NOT_REACHED", { waitMs });
        await new Promise<void>((resolve) => void timers.setTimeout(resolve, askMs));
      }
      return store;
    } catch (error) {
      if (!PreceptError.is(error, "POSITION_UNKNOWN")) throw error;
    }
  }
  throw new PreceptError("POSITION_UNKNOWN", { stores: stores.map(({ id }) => id) });
}
