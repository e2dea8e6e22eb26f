import { selectCheckOptions, type RulesMiddleware, type ToolCall } from "@precept/middleware";
import { optionsOfExecution, type ToolExecutionOptions } from "./execution-options.ts";
import type { ToolAdvice } from "./tool-advice.ts";
import { ToolCallDeniedError } from "./tool-call-denied-error.ts";

export type ExecuteTool = (input: unknown, options: ToolExecutionOptions) => unknown;

/**
 * Wraps `execute` of a tool. The SDK decides by the return value, before any policy can be checked, whether a tool
 * streams its results: a generator is wrapped as a generator, every other function as one that returns a promise. If
 * such a function returns an iterable, only its last result counts.
 */
export function guardExecute(name: string, execute: ExecuteTool, rules: RulesMiddleware, advice: ToolAdvice): ExecuteTool {
  /** Executes the tool if the policies allow it. The returned function checks its result. */
  const start = async (input: unknown, options: ToolExecutionOptions) => {
    const call = toToolCall(name, input, options);
    const before = await rules.beforeToolCall(call);
    if (!before.allowed) throw new ToolCallDeniedError(name, call.id, before);
    const finish = async (result: unknown): Promise<unknown> => {
      const after = await rules.afterToolCall(call, result, before);
      if (!after.allowed) throw new ToolCallDeniedError(name, call.id, after);
      return after.advice === undefined ? result : advice.attach(result, after.advice);
    };
    return { result: execute(input, options), finish };
  };

  if (isGeneratorFunction(execute)) {
    return async function* executeGuarded(input, options) {
      const { result, finish } = await start(input, options);
      let last: unknown;
      for await (const output of result as AsyncIterable<unknown>) yield (last = output);
      const finished = await finish(last);
      if (finished !== last) yield finished;
    };
  }
  return async (input, options) => {
    const { result, finish } = await start(input, options);
    return finish(isAsyncIterable(result) ? await lastOf(result) : await result);
  };
}

function toToolCall(name: string, input: unknown, options: ToolExecutionOptions): ToolCall {
  return { name, arguments: input, id: options.toolCallId, ...selectCheckOptions(optionsOfExecution(options)) };
}

/** A bound function has the prototype of the function that it calls. */
function isGeneratorFunction(execute: ExecuteTool): boolean {
  return (execute as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === "AsyncGeneratorFunction";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function lastOf(outputs: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const output of outputs) last = output;
  return last;
}
