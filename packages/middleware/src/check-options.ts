import type { CallOptions } from "./call-options.ts";

/** The options of a call that a check of a tool call or of a message uses. */
export type CheckOptions = Pick<CallOptions, "session" | "agent" | "signal" | "onEvent">;

/** Selects the options that a check uses, without undefined fields. */
export function selectCheckOptions({ session, agent, signal, onEvent }: CallOptions): CheckOptions {
  return {
    ...(session !== undefined && { session }),
    ...(agent !== undefined && { agent }),
    ...(signal !== undefined && { signal }),
    ...(onEvent !== undefined && { onEvent }),
  };
}
