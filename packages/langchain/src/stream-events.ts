import { isRecord } from "@precept/core";
import type { MiddlewareEvent } from "@precept/middleware";

const names = {
  rules_applied: "RulesApplied",
  rule_debug: "RuleDebug",
  policy_enforced: "PolicyEnforced",
} as const satisfies Record<MiddlewareEvent["event_type"], string>;

/** An event in the `custom` stream of an agent. `type` distinguishes it from events of other middleware and tools. */
export type RulesStreamEvent = {
  [Type in MiddlewareEvent["event_type"]]: { readonly type: (typeof names)[Type] } & Extract<
    MiddlewareEvent,
    { event_type: Type }
  >;
}[MiddlewareEvent["event_type"]];

/** Converts an event to one of the `custom` stream. */
export function toStreamEvent(event: MiddlewareEvent): RulesStreamEvent {
  // The compiler cannot infer that the name belongs to the event.
  return { type: names[event.event_type], ...event } as RulesStreamEvent;
}

/** Whether a chunk of the `custom` stream is an event of the middleware, and not of a tool or of other middleware. */
export function isRulesStreamEvent(chunk: unknown): chunk is RulesStreamEvent {
  if (!isRecord(chunk)) return false;
  const { type, event_type } = chunk;
  return Object.entries(names).some(([eventType, name]) => event_type === eventType && type === name);
}
