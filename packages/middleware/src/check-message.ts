import type { PolicyContext } from "@precept/governance";
import type { CheckOptions } from "./check-options.ts";
import { enforceOn, type PolicyDecision } from "./enforce-on.ts";
import type { MiddlewareOptions } from "./options.ts";
import type { RulesSource } from "./rules-source.ts";

/** A message of the user, or the final answer of the model. */
export interface CheckedMessage extends CheckOptions {
  readonly text: string;
  /** Further values that the `context_filter` of policies is compared with, besides `event`. */
  readonly context?: PolicyContext;
}

/** Whether a message may be passed on: a prompt to the model, an answer to the user. */
export type MessageDecision = PolicyDecision;

/** The event names that coding agents use for these messages, so that policies treat all agents alike. */
const events = { prompt: "UserPromptSubmit", response: "Stop" } as const;

/** Enforces the policies on a message. */
export function checkMessage(
  source: RulesSource,
  options: MiddlewareOptions,
  kind: keyof typeof events,
  { text, ...message }: CheckedMessage,
): Promise<MessageDecision> {
  return enforceOn(source, options, { ...message, checked: kind, event: events[kind] }, () => [{ kind, text }]);
}
