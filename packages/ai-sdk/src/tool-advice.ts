import { isRecord } from "@precept/core";

/** Adds advice to the results of one tool that the model sees. */
export interface ToolAdvice {
  /**
   * Attaches advice to a result. An object or list is returned as it is, or as a shallow copy, since the application
   * reads it, and the advice is added in `toModelOutput`. Any other result becomes text.
   */
  attach(result: unknown, advice: string): unknown;
  /** The `toModelOutput` of the tool, with the advice. In AI SDK 5, its argument is the result itself. */
  readonly toModelOutput: (argument: unknown) => unknown;
}

const separator = "\n\n";

/** Creates the advice for a tool. @param tool the original, whose `toModelOutput` is called if it has one. */
export function createToolAdvice(tool: object): ToolAdvice {
  const advices = new WeakMap<object, string>();
  const { toModelOutput } = tool as { toModelOutput?: unknown };
  const convert = typeof toModelOutput === "function" ? (toModelOutput as (argument: unknown) => unknown).bind(tool) : undefined;
  return {
    attach(result, advice) {
      if (typeof result !== "object" || result === null) return joinTexts(result, advice);
      const advised = copyPlain(result);
      advices.set(advised, advice);
      return advised;
    },
    toModelOutput(argument) {
      const result = resultIn(argument);
      const advice = typeof result === "object" && result !== null ? advices.get(result) : undefined;
      const output = convert === undefined ? toDefaultOutput(result) : convert(argument);
      if (advice === undefined) return output;
      return output instanceof Promise
        ? output.then((awaited: unknown) => appendAdvice(awaited, advice))
        : appendAdvice(output, advice);
    },
  };
}

function joinTexts(result: unknown, advice: string): string {
  const isEmpty = result === undefined || result === null || result === "";
  return isEmpty ? advice : `${result as string | number | boolean | bigint}${separator}${advice}`;
}

/** Copies the result, because a tool can return the same object for several calls. */
function copyPlain(result: object): object {
  if (Array.isArray(result)) return [...(result as unknown[])];
  const prototype: unknown = Object.getPrototypeOf(result);
  return prototype === Object.prototype || prototype === null ? { ...result } : result;
}

/** AI SDK 6 and 7 pass `{ toolCallId, input, output }`. */
function resultIn(argument: unknown): unknown {
  const isWrapped = isRecord(argument) && "toolCallId" in argument && "input" in argument && "output" in argument;
  return isWrapped ? argument["output"] : argument;
}

/** Converts a result as the SDK does for a tool without `toModelOutput`. */
function toDefaultOutput(result: unknown): unknown {
  if (typeof result === "string") return { type: "text", value: result };
  const json = JSON.stringify(result) as string | undefined;
  return { type: "json", value: json === undefined ? null : (JSON.parse(json) as unknown) };
}

/** Appends advice to the output for the model: text, JSON, which becomes text, or a list of parts. */
function appendAdvice(output: unknown, advice: string): unknown {
  if (!isRecord(output) || !("value" in output)) return output;
  const { type, value, ...others } = output;
  if (type === "content" && Array.isArray(value))
    return { ...others, type, value: [...(value as unknown[]), { type: "text", text: advice }] };
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const textType = type === "error-text" || type === "error-json" ? "error-text" : "text";
  return { ...others, type: textType, value: `${text}${separator}${advice}` };
}
