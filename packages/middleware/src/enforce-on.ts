import type { EnforcedOutcome, PolicyContext, Subject } from "@precept/governance";
import type { CheckOptions } from "./check-options.ts";
import { describeAdvice, describeDenial, describeFailure } from "./describe-decision.ts";
import { toPolicyEnforced, toPolicyFailed, type CheckedCall } from "./events.ts";
import type { MiddlewareOptions } from "./options.ts";
import type { EnforceToolCallOptions, PolicyEnforcer, RulesSource } from "./rules-source.ts";
import { sendEvent } from "./send-event.ts";

/** Whether a text may be passed on. */
export type PolicyDecision =
  | {
      readonly allowed: true;
      /** Violations that do not deny the text, for the model. Undefined if there are none. */
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
export interface Checked extends CheckOptions {
  readonly checked: CheckedCall["checked"];
  /** The name of the hook event in coding agents, for `context_filter`. */
  readonly event: string;
  /** The name of the tool and the id of its call. Undefined for a prompt or a response. */
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
  const { name: tool = null, session = options.session, id = null, signal, checked } = call;
  const about = { tool, session_id: session ?? null, tool_call_id: id, checked };
  signal?.throwIfAborted();
  try {
    const subjects = readSubjects().filter(({ text }) => text !== "");
    if (subjects.length === 0) return unchecked;
    const decision = await enforce(policies, subjects, options, call);
    const allowed = !decision.denies;
    if (decision.violations.length + decision.shadowed.length + decision.questions.length > 0)
      sendEvent(toPolicyEnforced(about, decision, allowed), options, call);
    return allowed
      ? { allowed, advice: describeAdvice(decision, checked), decision }
      : { allowed, message: describeDenial(decision, tool, checked), decision };
  } catch (error) {
    signal?.throwIfAborted();
    sendEvent(toPolicyFailed(about, error), options, call);
    return { allowed: false, message: describeFailure(error, tool, checked), decision: undefined, error };
  }
}

function enforce(
  policies: PolicyEnforcer,
  subjects: readonly Subject[],
  options: MiddlewareOptions,
  call: Checked,
): Promise<EnforcedOutcome> {
  const { session = options.session, agent = options.agent, id, signal, context, name: tool, event, checked } = call;
  const { phase, onAsk, askTimeout } = options;
  const given = { session, agent, tool, toolUse: id === undefined ? undefined : `${id}:${checked}`, phase, onAsk, askTimeout };
  return policies.enforce(subjects, {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as EnforceToolCallOptions),
    context: { event, ...(tool !== undefined && { tool }), ...context },
    signal,
  });
}
