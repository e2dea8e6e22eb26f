import type { GuardrailFunctionOutput, InputGuardrail, OutputGuardrail } from "@openai/agents";
import { selectCheckOptions, type CheckedMessage, type PolicyDecision, type RulesMiddleware } from "@precept/middleware";
import { callOptionsFor, type Caller, type RulesMiddlewareOptions } from "./options.ts";
import { readPrompt } from "./read-items.ts";

/** Creates a guardrail that checks what the user wrote, before the model is called. */
export function createPromptGuardrail<Context>(rules: RulesMiddleware, options: RulesMiddlewareOptions<Context>): InputGuardrail {
  return {
    name: "precept_prompt",
    runInParallel: false,
    async execute({ input, agent, context }) {
      const message = toMessage(options, readPrompt(input), { agent, context: context.context });
      return toGuardrailOutput(await rules.checkPrompt(message));
    },
  };
}

/** Creates a guardrail that checks the final output of a run. In a stream, the user has already read it. */
export function createResponseGuardrail<Context>(
  rules: RulesMiddleware,
  options: RulesMiddlewareOptions<Context>,
): OutputGuardrail {
  return {
    name: "precept_response",
    async execute({ agentOutput, agent, context }) {
      const output: unknown = agentOutput;
      const text = typeof output === "string" ? output : (JSON.stringify(output) ?? "");
      return toGuardrailOutput(await rules.checkResponse(toMessage(options, text, { agent, context: context.context })));
    },
  };
}

function toMessage<Context>(options: RulesMiddlewareOptions<Context>, text: string, caller: Caller): CheckedMessage {
  return { text, ...selectCheckOptions(callOptionsFor(options, caller)) };
}

function toGuardrailOutput(decision: PolicyDecision): GuardrailFunctionOutput {
  return { tripwireTriggered: !decision.allowed, outputInfo: decision };
}
