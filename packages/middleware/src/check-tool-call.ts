import { isRecord } from "@precept/core";
import { readHookPayload, type EnforcedOutcome, type Subject } from "@precept/governance";
import { describeAdvice, describeDenial, describeFailure } from "./describe-decision.ts";
import { toPolicyEnforced, toPolicyFailed, type CheckedToolCall } from "./events.ts";
import type { MiddlewareOptions } from "./options.ts";
import type { EnforceToolCallOptions, PolicyEnforcer, RulesSource } from "./rules-source.ts";
import { sendEvent } from "./send-event.ts";
import { toJson } from "./to-json.ts";
import type { ToolCall } from "./tool-call.ts";

/** Whether a tool call, or its result, is allowed. */
export type ToolCallDecision =
  | {
      readonly allowed: true;
      /** Violations that do not deny the call, as text for the model: append it to the result of the tool. Undefined if there is nothing to say. */
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

/** Whether the result of a tool may be returned to the model. */
export type ToolResultDecision = ToolCallDecision;

const unchecked: ToolCallDecision = { allowed: true, advice: undefined, decision: undefined };

/** Enforces the policies on the arguments of a tool call, before it runs. */
export async function checkToolCall(source: RulesSource, options: MiddlewareOptions, call: ToolCall): Promise<ToolCallDecision> {
  return enforceOn(source, options, call, "arguments", () => {
    const own = options.subjectsOf?.(call);
    return own ?? readSubjects(call, source.root, "PreToolUse");
  });
}

/** Enforces the policies on the result of a tool. Its arguments were checked before it ran. */
export async function checkToolResult(
  source: RulesSource,
  options: MiddlewareOptions,
  call: ToolCall,
  result: unknown,
): Promise<ToolResultDecision> {
  return enforceOn(source, options, call, "result", () =>
    readSubjects(call, source.root, "PostToolUse", result).filter(({ kind }) => kind === "result"),
  );
}

async function enforceOn(
  { policies }: RulesSource,
  options: MiddlewareOptions,
  call: ToolCall,
  checked: CheckedToolCall["checked"],
  subjectsOf: () => readonly Subject[],
): Promise<ToolCallDecision> {
  if (options.policies === false || policies === undefined) return unchecked;
  const { name: tool, session = options.session, id = null, signal } = call;
  const about = { tool, session_id: session ?? null, tool_call_id: id, checked };
  signal?.throwIfAborted();
  try {
    const subjects = subjectsOf().filter(({ text }) => text !== "");
    if (subjects.length === 0) return unchecked;
    const decision = await enforce(policies, subjects, options, call, checked);
    const allowed = !decision.stops;
    if (decision.violations.length + decision.shadowed.length > 0)
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
  call: ToolCall,
  checked: CheckedToolCall["checked"],
): Promise<EnforcedOutcome> {
  const { session = options.session, agent = options.agent, id, signal, context, name: tool } = call;
  const { phase } = options;
  const given = { session, agent, tool, toolUse: id === undefined ? undefined : `${id}:${checked}`, phase };
  return policies.enforce(subjects, {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as EnforceToolCallOptions),
    context: { event: checked === "arguments" ? "PreToolUse" : "PostToolUse", tool, ...context },
    signal,
  });
}

/** Reads the texts to check, as from the hook payload of a coding agent, so that policies treat all agents alike. */
function readSubjects(call: ToolCall, root: string | undefined, event: string, result?: unknown): readonly Subject[] {
  const input = readArguments(call.arguments);
  const payload = { hook_event_name: event, tool_name: call.name, tool_input: input, tool_response: toJson(result ?? "") };
  return readHookPayload(event === "PreToolUse" ? { ...payload, tool_response: undefined } : payload, root)?.subjects ?? [];
}

/** The hook payload parses JSON text itself. A value that is neither text nor an object is checked as the field `input`. */
function readArguments(value: unknown): unknown {
  if (typeof value === "string" || value === undefined) return value;
  const json = toJson(value);
  return isRecord(json) ? json : { input: json };
}
