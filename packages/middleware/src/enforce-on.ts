import { withoutUndefined } from "@precept/core";
import type { EnforcedOutcome, PolicyContext, Subject } from "@precept/governance";
import { observe } from "@precept/telemetry";
import type { CheckOptions } from "./call-options.ts";
import { describeAdvice, describeDenial, describeFailure } from "./describe-decision.ts";
import { toPolicyEnforced, type CheckedCall } from "./events.ts";
import type { MiddlewareOptions } from "./options.ts";
import { sendEvent } from "./send-event.ts";
import type { EnforceToolCallOptions, PolicyEnforcer, RulesSource } from "./rules-source.ts";

/** Whether to pass on a text: a call's arguments to the tool, a prompt to the model, an answer to the user. */
export type PolicyDecision =
  | {
      readonly allowed: true;
      /** Violations that do not deny the text: append them to the tool result for the model. Undefined if none. */
      readonly advice: string | undefined;
      /** Undefined if no policies were checked. */
      readonly decision: EnforcedOutcome | undefined;
    }
  | {
      readonly allowed: false;
      /** Why, and what to do instead, as text for the model. */
      readonly message: string;
      /** Undefined if the policies could not be checked. */
      readonly decision: EnforcedOutcome | undefined;
      /** Why the policies could not be checked. */
      readonly error?: unknown;
    };

const unchecked: PolicyDecision = { allowed: true, advice: undefined, decision: undefined };

/** A call or message to check, and its caller. */
interface Checked extends CheckOptions {
  readonly checked: CheckedCall["checked"];
  /** The name of the hook event in coding agents, for `context_filter`. */
  readonly event: string;
  /** The name of the tool. Undefined for a prompt or a response. */
  readonly name?: string;
  readonly id?: string | undefined;
  readonly context?: PolicyContext;
}

/** Enforces the policies on texts. If that fails, they are denied. */
export async function enforceOn(
  { policies }: RulesSource,
  options: MiddlewareOptions,
  call: Checked,
  readSubjects: () => readonly Subject[],
): Promise<PolicyDecision> {
  if (options.policies === false || policies === undefined) return unchecked;
  const { name: tool, session = options.session, agent = options.agent, signal } = call;
  signal?.throwIfAborted();
  const attributes = { "gen_ai.agent.name": agent, "gen_ai.conversation.id": session, "gen_ai.tool.name": tool };
  return observe("toolCall", attributes, () =>
    decide(policies, options, { ...call, ...withoutUndefined({ session, agent }) }, readSubjects),
  );
}

async function decide(
  policies: PolicyEnforcer,
  options: MiddlewareOptions,
  { name: tool, session, agent, id, signal, context, event, checked, ...call }: Checked,
  readSubjects: () => readonly Subject[],
): Promise<PolicyDecision> {
  const { phase, onAsk, askTimeout } = options;
  const about = { tool: tool ?? null, session_id: session ?? null, tool_call_id: id ?? null, checked };
  try {
    const subjects = readSubjects().filter(({ text }) => text !== "");
    if (subjects.length === 0) return unchecked;
    const toolUse = id === undefined ? undefined : `${id}:${checked}`;
    const given: EnforceToolCallOptions = withoutUndefined({ session, agent, tool, toolUse, phase, onAsk, askTimeout });
    const decision = await policies.enforce(subjects, {
      ...given,
      context: { event, ...(tool !== undefined && { tool }), ...context },
      signal,
    });
    if (decision.violations.length + decision.shadowed.length + decision.questions.length > 0)
      sendEvent(toPolicyEnforced(about, decision), options, call);
    return decision.denies
      ? { allowed: false, message: describeDenial(decision, about.tool, checked), decision }
      : { allowed: true, advice: describeAdvice(decision, checked), decision };
  } catch (error) {
    signal?.throwIfAborted();
    sendEvent(toPolicyEnforced(about, undefined, error), options, call);
    return { allowed: false, message: describeFailure(error, about.tool, checked), decision: undefined, error };
  }
}
