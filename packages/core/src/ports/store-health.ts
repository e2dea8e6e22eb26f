import { PreceptError } from "../model/error.ts";
import type { StoreState } from "../model/store-state.ts";

/** The state of a store. Reports changes of the state. For implementations of `RuleStore`. */
export class StoreHealth {
  readonly #onChange: () => void;
  #state: StoreState = { status: "ready" };

  /** @param onChange called after each change. Not called if the same error happens again. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get state(): StoreState {
    return this.#state;
  }

  set state(state: StoreState) {
    const isSame = this.#state.status === state.status && describe(this.#state.error) === describe(state.error);
    this.#state = state;
    if (!isSame) this.#onChange();
  }

  /** Runs a call that opens or reads the store. If it throws, the store has the given status, otherwise it is ready. */
  run<Result>(whenFailed: "stale" | "failed", work: () => Result): Result {
    let result: Result;
    try {
      result = work();
    } catch (error) {
      this.state = { status: whenFailed, error };
      throw error;
    }
    this.state = { status: "ready" };
    return result;
  }
}

function describe(error: unknown): string {
  return PreceptError.is(error) ? `${error.code} ${error.message}` : String(error);
}
