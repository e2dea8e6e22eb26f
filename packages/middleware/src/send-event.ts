import { guardListener } from "@precept/core";
import type { CallOptions } from "./call-options.ts";
import type { MiddlewareEvent } from "./events.ts";
import type { MiddlewareOptions } from "./options.ts";

/** Sends an event to the listeners of the options and of the call. Their errors do not affect the call. */
export function sendEvent(
  event: MiddlewareEvent,
  { onEvent, onListenerError = () => undefined }: MiddlewareOptions,
  call: Pick<CallOptions, "onEvent">,
): void {
  for (const listener of [onEvent, call.onEvent]) if (listener !== undefined) guardListener(listener, onListenerError)(event);
}
