import { createMemoryState, type SharedState } from "@precept/core";
import { describeSharedState } from "./describe-shared-state.ts";

const clocks = new WeakMap<SharedState, { now: number }>();

describeSharedState("state in memory", {
  async open() {
    const clock = { now: 0 };
    const state = createMemoryState({ now: () => clock.now });
    clocks.set(state, clock);
    return state;
  },
  async pass(state, days) {
    const clock = clocks.get(state);
    if (clock !== undefined) clock.now += days * 86_400_000;
  },
});
