import { normalisePath, withoutUndefined, type CancelSignal, type RuleStore } from "@precept/core";
import {
  createRulesMiddleware,
  requestRulesTool,
  selectCheckOptions,
  type CallOptions,
  type MiddlewareOptions,
  type ModelCallRules,
  type RulesMiddleware,
  type RulesSource,
} from "@precept/middleware";
import { AIMessage, createMiddleware, tool, type AgentMiddleware } from "langchain";
import { addRules, readMessages } from "./messages.ts";
import { rulesContextSchema, rulesStateSchema, type RulesContext, type RulesState } from "./schemas.ts";
import { toStreamEvent } from "./stream-events.ts";
import { answerDenied, appendAdvice, contentsOf } from "./tool-messages.ts";

/** Options of {@link rulesMiddleware}. */
export type RulesMiddlewareOptions = MiddlewareOptions;

/** Declared explicitly, because the inferred type is only valid for one version of LangChain. */
export type RulesAgentMiddleware = AgentMiddleware<typeof rulesStateSchema, typeof rulesContextSchema>;

/** The part of LangChain's runtime that the middleware uses. */
interface CallRuntime {
  readonly context?: RulesContext | undefined;
  readonly configurable?: { readonly thread_id?: string } | undefined;
  readonly signal?: CancelSignal | undefined;
  readonly writer?: ((chunk: unknown) => unknown) | undefined;
}

/**
 * Creates middleware for `createAgent`: it adds the rules to the system message before every model call, and enforces
 * the policies on every tool call and its result. The model can ask for rules by name with the tool `request_rules`. One
 * middleware serves any number of agents and conversations.
 *
 * Events are sent to `onEvent` and to the stream mode `custom`, as `RulesApplied`, `RuleDebug` and `PolicyEnforced`.
 *
 * @param source a workspace, or a rulebook or a store, which have no policies.
 *
 * @example
 * ```ts
 * import { createAgent } from "langchain";
 * import { rulesMiddleware } from "@precept/langchain";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * const agent = createAgent({ model: "anthropic:claude-sonnet-4-5", middleware: [rulesMiddleware(workspace)] });
 * ```
 */
export function rulesMiddleware(source: RulesSource | RuleStore, options: RulesMiddlewareOptions = {}): RulesAgentMiddleware {
  const rules = createRulesMiddleware(source, options);
  /** Maps the answer of a model call to its rules, until the answer is in the state. */
  const answered = new WeakMap<object, ModelCallRules>();
  return createMiddleware({
    name: "PreceptRules",
    stateSchema: rulesStateSchema,
    contextSchema: rulesContextSchema,
    tools: [createRequestTool(rules)],
    beforeAgent: () => ({ rules_loaded: true, triggered_rules: [], rule_trace: {} }),
    async wrapModelCall(request, handler) {
      const call = callOptionsOf(request.runtime);
      const { rule_files = [], rule_references = [] } = request.state;
      const files = [...(call.files ?? []), ...rule_files];
      const earlier = { role: "user", content: rule_references.map((reference) => `@${reference}`).join(" ") } as const;
      const messages = [earlier, ...readMessages(request.messages)];
      const prepared = await rules.beforeModelCall({ ...call, files, messages, canRequestRules: true });
      const tools = prepared.needsRequestTool
        ? request.tools
        : request.tools.filter((one) => !("name" in one) || one["name"] !== requestRulesTool.name);
      const answer = await handler({ ...request, tools, systemMessage: addRules(request.systemMessage, prepared.section) });
      for (const message of messagesIn(answer)) answered.set(message, prepared);
      return answer;
    },
    afterModel(state, runtime) {
      const answer = state.messages.findLast((message) => AIMessage.isInstance(message));
      const prepared = answer === undefined ? undefined : answered.get(answer);
      if (prepared === undefined) return undefined;
      const call = callOptionsOf(runtime);
      const files = [...(options.files ?? []), ...(call.files ?? [])].map((file) => normalisePath(file, rules.root));
      return stateAfter(state, prepared, new Set([...files, ...(options.include ?? []), ...(call.include ?? [])]));
    },
    async wrapToolCall(request, handler) {
      const { name, args, id } = request.toolCall;
      const call = { name, arguments: args, id, ...selectCheckOptions(callOptionsOf(request.runtime)) };
      const before = await rules.beforeToolCall(call);
      if (!before.allowed) return answerDenied(request.toolCall, before.message);
      const result = await handler(request);
      const after = await rules.afterToolCall(call, contentsOf(result), before);
      if (!after.allowed) return answerDenied(request.toolCall, after.message);
      return after.advice === undefined ? result : appendAdvice(result, after.advice);
    },
  });
}

/** Creates the tool with which the model asks for rules. It is only offered where the prompt lists some. */
function createRequestTool(rules: RulesMiddleware) {
  const { name, description, parameters } = requestRulesTool;
  return tool((given: unknown, runtime: CallRuntime) => rules.requestRules(given, callOptionsOf(runtime)), {
    name,
    description,
    schema: parameters,
  });
}

/**
 * Returns the messages of an answer. With a structured response, an answer is an object with messages, despite its
 * type.
 */
function messagesIn(answer: object): readonly object[] {
  return "messages" in answer && Array.isArray(answer.messages) ? (answer.messages as readonly object[]) : [answer];
}

/**
 * The state after a model call. @param given files and rules that were passed for the call, to which the conversation
 * does not refer.
 */
function stateAfter(
  { rule_files = [], rule_references = [] }: RulesState,
  { resolution, event, debugEvent }: ModelCallRules,
  given: ReadonlySet<string>,
): RulesState {
  const { files = [], requested = [] } = resolution?.request ?? {};
  const isFromConversation = (reference: string) => !given.has(reference);
  return {
    triggered_rules: event.triggered_rules.map(({ name }) => name),
    rule_trace: debugEvent === undefined ? {} : { ...debugEvent.trace },
    rule_files: [...new Set([...rule_files, ...files.filter(isFromConversation)])],
    rule_references: [...new Set([...rule_references, ...requested.filter(isFromConversation)])],
  };
}

function callOptionsOf({ context = {}, configurable, signal, writer }: CallRuntime): CallOptions {
  const session = context.session ?? configurable?.thread_id;
  return {
    ...withoutUndefined(context),
    ...(session !== undefined && { session }),
    ...(signal !== undefined && { signal }),
    ...(writer !== undefined && { onEvent: (event) => void writer(toStreamEvent(event)) }),
  };
}
