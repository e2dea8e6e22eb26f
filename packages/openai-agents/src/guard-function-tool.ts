import { isRecord } from "@precept/core";
import {
  defineToolInputGuardrail,
  defineToolOutputGuardrail,
  ToolGuardrailFunctionOutputFactory as output,
  type FunctionTool,
  type RunContext,
  type ToolInputGuardrailDefinition,
  type ToolOutputGuardrailDefinition,
} from "@openai/agents";
import { selectCheckOptions, type PolicyDecision, type RulesMiddleware, type ToolCall } from "@precept/middleware";
import { callOptionsFor, type RulesMiddlewareOptions } from "./options.ts";

/** The arguments of the guardrails of a tool call. */
interface GuardedCall {
  readonly context: RunContext;
  readonly agent: { readonly name: string };
  readonly toolCall: { readonly name: string; readonly arguments: string; readonly callId: string };
}

/**
 * Adds guardrails to a function tool that check its arguments and its result. They run before other output guardrails,
 * and after other input guardrails.
 */
export function guardFunctionTool<Context, Guarded extends FunctionTool<Context>>(
  rules: RulesMiddleware,
  options: RulesMiddlewareOptions<Context>,
  tool: Guarded,
): Guarded {
  const { ofArguments, ofResult } = createGuardrails(rules, (call) => toToolCall(options, call));
  return {
    ...tool,
    inputGuardrails: [...(tool.inputGuardrails ?? []), ofArguments],
    outputGuardrails: [ofResult, ...(tool.outputGuardrails ?? [])],
  };
}

function toToolCall<Context>(options: RulesMiddlewareOptions<Context>, { context, agent, toolCall }: GuardedCall): ToolCall {
  const { name, arguments: args, callId: id } = toolCall;
  return { name, arguments: args, id, ...selectCheckOptions(callOptionsFor(options, { context: context.context, agent })) };
}

function createGuardrails(
  rules: RulesMiddleware,
  toCall: (call: GuardedCall) => ToolCall,
): { readonly ofArguments: ToolInputGuardrailDefinition; readonly ofResult: ToolOutputGuardrailDefinition } {
  /** Decisions on arguments, until the tool has run. By run, because ids of calls are unique only in a run. */
  const pending = new WeakMap<RunContext, Map<string, PolicyDecision>>();
  const ofArguments = defineToolInputGuardrail({
    name: "precept_tool_arguments",
    async run(call) {
      const decision = await rules.beforeToolCall(toCall(call));
      if (!decision.allowed) return output.rejectContent(decision.message, decision.decision);
      const ofRun = pending.get(call.context) ?? new Map<string, PolicyDecision>();
      pending.set(call.context, ofRun.set(call.toolCall.callId, decision));
      return output.allow(decision.decision);
    },
  });
  const ofResult = defineToolOutputGuardrail({
    name: "precept_tool_result",
    async run(call) {
      const ofRun = pending.get(call.context);
      const decision = await rules.afterToolCall(toCall(call), call.output, ofRun?.get(call.toolCall.callId));
      ofRun?.delete(call.toolCall.callId);
      if (!decision.allowed) return output.rejectContent(decision.message, decision.decision);
      const advised = decision.advice === undefined ? undefined : appendAdvice(call.output, decision.advice);
      // The SDK replaces the output of the tool with the content.
      return advised === undefined ? output.allow(decision.decision) : output.rejectContent(advised, decision.decision);
    },
  });
  return { ofArguments, ofResult };
}

/**
 * Appends advice to the output of a tool, as text. Undefined if the output is not text, such as an image: then only the
 * event contains the advice.
 */
function appendAdvice(result: unknown, advice: string): string | undefined {
  const text = textOf(result);
  return text === undefined ? undefined : `${text}\n\n${advice}`;
}

function textOf(result: unknown): string | undefined {
  if (typeof result === "string") return result;
  if (Array.isArray(result)) return undefined;
  if (isRecord(result) && typeof result["type"] === "string")
    return result["type"] === "text" && typeof result["text"] === "string" ? result["text"] : undefined;
  return JSON.stringify(result) ?? String(result);
}
