import {
  agentPromptFormat,
  buildTrace,
  composeDebugSection,
  withoutUndefined,
  type Resolution,
  type ResolveRequest,
} from "@precept/core";
import { readConversation, startsTurn, type Message } from "./conversation.ts";
import { toRuleDebug, toRulesApplied, type RuleDebugEvent, type RulesAppliedEvent } from "./events.ts";
import type { CallOptions } from "./call-options.ts";
import type { MiddlewareOptions } from "./options.ts";
import { sendEvent } from "./send-event.ts";
import type { BootedContext, RulesSource } from "./rules-source.ts";

/** A call of the model that needs rules. */
export interface ModelCall extends CallOptions {
  /** The conversation so far, oldest first, without the system prompt. */
  readonly messages: readonly Message[];
}

/** The rules of a model call. */
export interface ModelCallRules {
  /** The text for the system prompt: see `addRulesSection`. Empty if no rule applies. */
  readonly section: string;
  /** Undefined if the rules could not be resolved, and `onError` is `continue`. */
  readonly resolution: Resolution | undefined;
  readonly event: RulesAppliedEvent;
  /** Only in debug mode. */
  readonly debugEvent: RuleDebugEvent | undefined;
}

/** Resolves the rules for a model call, and sends the events. */
export async function prepareModelCall(
  source: RulesSource,
  options: MiddlewareOptions,
  call: ModelCall,
): Promise<ModelCallRules> {
  const { session = options.session, debug = options.debug ?? false, signal } = call;
  try {
    const { prompt, resolution } = await resolveCall(source, options, call);
    const event = toRulesApplied(resolution, session);
    sendEvent(event, options, call);
    if (!debug) return { section: prompt, resolution, event, debugEvent: undefined };
    const trace = buildTrace(resolution);
    const debugEvent = toRuleDebug(trace, session);
    sendEvent(debugEvent, options, call);
    const section = `${prompt}${prompt === "" ? "" : "\n"}${composeDebugSection(trace)}`;
    return { section, resolution, event, debugEvent };
  } catch (error) {
    signal?.throwIfAborted();
    const event = toRulesApplied(undefined, session, error);
    sendEvent(event, options, call);
    if (options.onError === "continue") return { section: "", resolution: undefined, event, debugEvent: undefined };
    throw error;
  }
}

async function resolveCall(source: RulesSource, options: MiddlewareOptions, call: ModelCall): Promise<BootedContext> {
  const { signal } = call;
  signal?.throwIfAborted();
  if (options.reload === true && startsTurn(call.messages)) await source.reload?.({ signal });
  const request = { ...joinRequest(options, call), ...readConversation(call.messages) };
  const { agentContext: sessionType, format, budget, order, tokens } = options;
  const given = withoutUndefined({ format, budget, order, tokens });
  // Without the debug section, which is added afterwards, so that the trace is built once.
  const resolveOptions = { debug: false, signal, defaultFormat: agentPromptFormat, ...given };
  if (sessionType !== undefined && source.boot !== undefined) return source.boot({ ...request, sessionType }, resolveOptions);
  const resolution = await source.resolve(request, resolveOptions);
  return { prompt: resolution.prompt, resolution };
}

/** Joins the options with the call's, which take precedence. Its files, requested rules and variables are added. */
function joinRequest(options: MiddlewareOptions, call: CallOptions): ResolveRequest {
  const files = [...(options.files ?? []), ...(call.files ?? [])];
  const include = [...(options.include ?? []), ...(call.include ?? [])];
  const variables = { ...options.variables, ...call.variables };
  return {
    ...selectFields(options),
    ...selectFields(call),
    ...(files.length > 0 && { files }),
    ...(include.length > 0 && { include }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
}

function selectFields({ tool, user, project, session, assistant, contexts }: ResolveRequest): ResolveRequest {
  return withoutUndefined({ tool, user, project, session, assistant, contexts });
}
