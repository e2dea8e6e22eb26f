import type { HostEvent, HostSpec } from "@precept/mdc-compat/hooks";
import { hookEventKindOf, type HookEventKind } from "@precept/governance";

export interface AnsweredEvent extends HostEvent {
  readonly name: string;
  readonly kind: HookEventKind;
}

/** Returns what an answer to an event can do. An event that is missing in the host spec counts as a similar one. */
export function findEvent(spec: HostSpec, name: string, kind: HookEventKind = hookEventKindOf(name)): AnsweredEvent {
  const known = Object.hasOwn(spec.events, name) ? spec.events[name] : undefined;
  const similar = Object.entries(spec.events).find(([other]) => hookEventKindOf(other) === kind)?.[1];
  return { ...(known ?? similar ?? (kind === "beforeTool" ? { deny: true } : {})), name, kind };
}

/** The event before a tool of a host, for a payload that does not name one. */
export function eventBeforeTool(spec: HostSpec): AnsweredEvent {
  const name = Object.keys(spec.events).find((other) => hookEventKindOf(other) === "beforeTool") ?? "PreToolUse";
  return findEvent(spec, name, "beforeTool");
}
