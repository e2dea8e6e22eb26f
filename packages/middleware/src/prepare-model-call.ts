import type { RuleDebugEvent, RulesAppliedEvent } from "@precept/contract";
import { buildTrace, composeDebugSection, toRuleDebug, toRulesApplied, withoutUndefined, type Resolution } from "@precept/core";
import { observe } from "@precept/telemetry";
import { readConversation, startsTurn, type Message } from "./conversation.ts";
import type { CallOptions } from "./call-options.ts";
import type { MiddlewareOptions } from "./options.ts";
import { joinRequest } from "./join-request.ts";
import { readRequestedNames } from "./request-rules.ts";
import { sendEvent } from "./send-event.ts";
import type { BootedContext, RulesSource } from "./rules-source.ts";

/** A call of the model that needs rules. */
export interface ModelCall extends CallOptions {
  /** The conversation so far, oldest first, without the system prompt. */
  readonly messages: readonly Message[];
  /** Whether the model can call the tool `request_rules`. Default false: the prompt does not list rules to ask for. */
  readonly canRequestRules?: boolean;
}

/** The rules of a model call. */
export interface ModelCallRules {
  /** The text for the system prompt: see `addRulesSection`. Empty if no rule applies. */
  readonly section: string;
  /** Undefined if the rules could not be resolved, and `onError` is `continue`. */
  readonly resolution: Resolution | undefined;
  /**
   * Whether the model needs the tool `request_rules`: the prompt lists rules to ask for, or the conversation has a call of
   * the tool, which some providers refuse without the tool.
   */
  readonly needsRequestTool: boolean;
  readonly event: RulesAppliedEvent;
  /** Only in debug mode. */
  readonly debugEvent: RuleDebugEvent | undefined;
}

/** Resolves the rules for a model call, and sends the events. */
export function prepareModelCall(source: RulesSource, options: MiddlewareOptions, call: ModelCall): Promise<ModelCallRules> {
  const session = call.session ?? options.session;
  const attributes = { "gen_ai.agent.name": options.agent, "gen_ai.conversation.id": session };
  return observe("modelCall", attributes, () => prepare(source, options, call));
}

async function prepare(source: RulesSource, options: MiddlewareOptions, call: ModelCall): Promise<ModelCallRules> {
  const origin = { session: call.session ?? options.session, user: call.user ?? options.user };
  const { debug = options.debug ?? false, signal } = call;
  try {
    const { prompt, resolution } = await resolveCall(source, options, call);
    const event = toRulesApplied(resolution, origin);
    sendEvent(event, options, call);
    const needsRequestTool = resolution.requestable.listed.length > 0 || readRequestedNames(call.messages).length > 0;
    if (!debug) return { section: prompt, resolution, needsRequestTool, event, debugEvent: undefined };
    const trace = buildTrace(resolution);
    const debugEvent = toRuleDebug(trace, origin);
    sendEvent(debugEvent, options, call);
    const section = `${prompt}${prompt === "" ? "" : "\n"}${composeDebugSection(trace)}`;
    return { section, resolution, needsRequestTool, event, debugEvent };
  } catch (error) {
    signal?.throwIfAborted();
    const event = toRulesApplied(undefined, origin, error);
    sendEvent(event, options, call);
    const needsRequestTool = readRequestedNames(call.messages).length > 0;
    if (options.onError === "continue") {
      return { section: "", resolution: undefined, needsRequestTool, event, debugEvent: undefined };
    }
    throw error;
  }
}

async function resolveCall(source: RulesSource, options: MiddlewareOptions, call: ModelCall): Promise<BootedContext> {
  const { signal } = call;
  signal?.throwIfAborted();
  if (options.reload === true && startsTurn(call.messages)) await source.reload?.({ signal });
  const include = [...(call.include ?? []), ...readRequestedNames(call.messages)];
  const request = { ...joinRequest(options, { ...call, include }), ...readConversation(call.messages) };
  const { agentContext: sessionType, format, budget, order, tokens } = options;
  const given = withoutUndefined({ format, budget, order, tokens });
  // Without the debug section, which is added afterwards, so that the trace is built once.
  const requestBy = call.canRequestRules === true ? "tool" : "none";
  const resolveOptions = { debug: false, requestBy, signal, channel: "middleware", ...given } as const;
  if (sessionType !== undefined && source.boot !== undefined) return source.boot({ ...request, sessionType }, resolveOptions);
  const resolution = await source.resolve(request, resolveOptions);
  return { prompt: resolution.prompt, resolution };
}
