import type { RuleStore } from "@precept/core";
import type { CallOptions, CheckedMessage, ToolCall } from "./call-options.ts";
import { enforceOn, type PolicyDecision } from "./enforce-on.ts";
import type { MiddlewareOptions } from "./options.ts";
import { prepareModelCall, type ModelCall, type ModelCallRules } from "./prepare-model-call.ts";
import { readSubjects } from "./read-subjects.ts";
import { answerRequest } from "./request-rules.ts";
import { openRulesSource, type RulesSource } from "./rules-source.ts";

/**
 * Adds rules to model calls and enforces policies on tool calls, for any agent framework. It is stateless, so one
 * middleware serves any number of conversations at the same time.
 */
export interface RulesMiddleware {
  /** The project directory of the source, absolute, if it has one. */
  readonly root: string | undefined;
  /**
   * Resolves the rules for a model call. Call it before every model call, not only at the start of a conversation: a
   * tool may have opened a file that other rules apply to, and rules may have changed.
   *
   * @throws the error of the source, unless `onError` is `continue`.
   */
  beforeModelCall(call: ModelCall): Promise<ModelCallRules>;
  /**
   * Answers a call of {@link requestRulesTool}: which rules the next model call adds, and why others do not apply. The
   * conversation of that call must have the call of the tool.
   *
   * @param request the arguments of the call: an object, or its JSON text.
   */
  requestRules(request: unknown, call?: CallOptions): Promise<string>;
  /** Enforces the policies on the arguments of a tool call. If denied, return `message` instead of running the tool. */
  beforeToolCall(call: ToolCall): Promise<PolicyDecision>;
  /**
   * Enforces the policies on the result of a tool. If denied, return `message` to the model in place of it.
   *
   * @param before the decision on the arguments. Its advice is part of the advice on the result. Default: none.
   */
  afterToolCall(call: ToolCall, result: unknown, before?: PolicyDecision): Promise<PolicyDecision>;
  /** Enforces the policies on a message of the user. If it is denied, do not call the model. */
  checkPrompt(message: CheckedMessage): Promise<PolicyDecision>;
  /** Enforces the policies on the final answer of the model. If it is denied, do not show it to the user. */
  checkResponse(message: CheckedMessage): Promise<PolicyDecision>;
}

/**
 * Creates the middleware that the adapter of a framework calls.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` if the source is not a workspace, rulebook or store, or cannot compose the agent
 * context.
 *
 * @example
 * ```ts
 * import { createMemoryStore, createRule, createRulebook } from "@precept/core";
 * import { addRulesSection, createRulesMiddleware } from "@precept/middleware";
 *
 * const content = "Use parameters.";
 * const rules = [createRule({ id: "sql", name: "sql", inclusion: "fileMatch", globs: ["*.sql"], content })];
 * await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
 * const middleware = createRulesMiddleware(rulebook);
 *
 * const messages = [
 *   { role: "user", content: "Fix the query" },
 *   { role: "assistant", toolCalls: [{ arguments: { path: "query.sql" } }] },
 * ] as const;
 * const { section } = await middleware.beforeModelCall({ messages });
 * console.log(addRulesSection("You are a reviewer.", section)); // … ### sql … Use parameters.
 * ```
 */
export function createRulesMiddleware(given: RulesSource | RuleStore, options: MiddlewareOptions = {}): RulesMiddleware {
  const source = openRulesSource(given, options.agentContext);
  /** Policies know the events by the names that coding agents use, so that they treat all agents alike. */
  const checkMessage = (checked: "prompt" | "response", event: string, { text, ...message }: CheckedMessage) =>
    enforceOn(source, options, { ...message, checked, event }, () => [{ kind: checked, text }]);
  return {
    root: source.root,
    beforeModelCall: (call) => prepareModelCall(source, options, call),
    requestRules: (request, call = {}) => answerRequest(source, options, request, call),
    beforeToolCall: (call) =>
      enforceOn(
        source,
        options,
        { ...call, checked: "arguments", event: "PreToolUse" },
        () => options.subjectsOf?.(call) ?? readSubjects(call, source.root, "PreToolUse"),
      ),
    async afterToolCall(call, result, before) {
      const after = await enforceOn(source, options, { ...call, checked: "result", event: "PostToolUse" }, () =>
        // The arguments were checked before the tool ran.
        readSubjects(call, source.root, "PostToolUse", result).filter(({ kind }) => kind === "result"),
      );
      if (!after.allowed || before?.allowed !== true || before.advice === undefined) return after;
      return { ...after, advice: after.advice === undefined ? before.advice : `${before.advice}\n\n${after.advice}` };
    },
    checkPrompt: (message) => checkMessage("prompt", "UserPromptSubmit", message),
    checkResponse: (message) => checkMessage("response", "Stop", message),
  };
}
