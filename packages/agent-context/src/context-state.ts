/** The states of an open agent context. */
export type ContextState = "INITIAL" | "LOADING" | "READY" | "RELOADING";

/** The states that can follow each state. `LOADING` returns to `INITIAL` if the directory cannot be read at all. */
export const contextTransitions = {
  INITIAL: ["LOADING"],
  LOADING: ["READY", "INITIAL"],
  READY: ["RELOADING"],
  RELOADING: ["READY"],
} as const satisfies Readonly<Record<ContextState, readonly ContextState[]>>;
