import {
  defineToolInputGuardrail,
  defineToolOutputGuardrail,
  ToolGuardrailFunctionOutputFactory as output,
  type FunctionTool,
  type RunContext,
  type ToolInputGuardrailDefinition,
  type ToolOutputGuardrailDefinition,
} from "@openai/agents";
import { selectCheckOptions, type RulesMiddleware, type ToolCall } from "@precept/middleware";
import { appendAdvice } from "./append-advice.ts";
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
  /** Advice about arguments, until the tool has run. By run, because ids of calls are unique only in a run. */
  const pending = new WeakMap<RunContext, Map<string, string>>();
  const ofArguments = defineToolInputGuardrail({
    name: "precept_tool_arguments",
    async run(call) {
      const decision = await rules.beforeToolCall(toCall(call));
      if (!decision.allowed) return output.rejectContent(decision.message, decision.decision);
      if (decision.advice !== undefined) {
        const ofRun = pending.get(call.context) ?? new Map<string, string>();
        pending.set(call.context, ofRun.set(call.toolCall.callId, decision.advice));
      }
      return output.allow(decision.decision);
    },
  });
  const ofResult = defineToolOutputGuardrail({
    name: "precept_tool_result",
    async run(call) {
      const decision = await rules.afterToolCall(toCall(call), call.output);
      const ofRun = pending.get(call.context);
      const before = ofRun?.get(call.toolCall.callId);
      ofRun?.delete(call.toolCall.callId);
      if (!decision.allowed) return output.rejectContent(decision.message, decision.decision);
      const advice = [before, decision.advice].filter((text) => text !== undefined);
      const advised = advice.length === 0 ? undefined : appendAdvice(call.output, advice.join("\n\n"));
      // The SDK replaces the output of the tool with the content.
      return advised === undefined ? output.allow(decision.decision) : output.rejectContent(advised, decision.decision);
    },
  });
  return { ofArguments, ofResult };
}
