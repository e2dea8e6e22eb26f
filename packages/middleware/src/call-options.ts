import type { CancelSignal, ResolveRequest } from "@precept/core";
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
