import { withoutUndefined, type CancelSignal, type ResolveRequest } from "@precept/core";
import type { PolicyContext } from "@precept/governance";
import type { MiddlewareEvent } from "./events.ts";

/**
 * Options of one call. Each field takes precedence over the option of the same name; `files` and `include` are added.
 */
export interface CallOptions extends Pick<
  ResolveRequest,
  "files" | "include" | "user" | "project" | "session" | "assistant" | "contexts" | "variables"
> {
  readonly agent?: string;
  readonly debug?: boolean;
  /** Aborts the call. It then rejects with the reason of the signal, whatever `onError` says. */
  readonly signal?: CancelSignal | undefined;
  /** Receives the events of this call, in addition to `onEvent` of the options. */
  readonly onEvent?: (event: MiddlewareEvent) => void;
}

/** The options of a call that a check of a tool call or of a message uses. */
export type CheckOptions = Pick<CallOptions, "session" | "agent" | "signal" | "onEvent">;

/** Selects the options that a check uses, without undefined fields. */
export function selectCheckOptions({ session, agent, signal, onEvent }: CallOptions): CheckOptions {
  return withoutUndefined({ session, agent, signal, onEvent });
}

/** A call of a tool by the model. */
export interface ToolCall extends CheckOptions {
  readonly name: string;
  /** The arguments: an object, or its JSON text. */
  readonly arguments: unknown;
  /** The id that the framework gave to the call. */
  readonly id?: string | undefined;
  /** Further values that the `context_filter` of policies is compared with, besides `event` and `tool`. */
  readonly context?: PolicyContext;
}

/** A message of the user, or the final answer of the model. */
export interface CheckedMessage extends CheckOptions {
  readonly text: string;
  /** Further values that the `context_filter` of policies is compared with, besides `event`. */
  readonly context?: PolicyContext;
}
