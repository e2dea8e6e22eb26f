import { isRecord, PreceptError, type RuleStore } from "@precept/core";
import { createRulesMiddleware, type MiddlewareOptions, type RulesMiddleware, type RulesSource } from "@precept/middleware";
import { createToolAdvice } from "./tool-advice.ts";
import { guardExecute, type ExecuteTool } from "./guard-execute.ts";

/**
 * Enforces policies on the calls of tools of the Vercel AI SDK. A tool call that a policy denies is not executed, a
 * result that it denies is withheld, and the model receives the reason: the SDK turns the `ToolCallDeniedError` into
 * the result of the tool, and continues. Advice of other policies is appended to the result that the model sees.
 *
 * Tools without `execute`, which run in a browser or at the provider, are returned unchanged, and so are all other
 * properties of a tool, such as `needsApproval`: policies are enforced after the approval. Of a generator, only the
 * last result is checked, because the model does not see the others.
 *
 * Pass the session of a call as `session` in the options, or as `precept: { session }` in the context of the SDK:
 * `experimental_context` in 5 and 6, the context of the tool in 7.
 *
 * @param source a workspace. A rulebook and a store have no policies.
 * @returns new tools of the same types.
 * @throws PreceptError `OPTION_VALUE_INVALID` if `tools` is not an object of tools, such as the promise of one.
 *
 * @example
 * ```ts
 * import { guardTools } from "@precept/ai-sdk";
 * import { openWorkspace } from "@precept/workspace";
 * import { jsonSchema, tool } from "ai";
 *
 * await using workspace = await openWorkspace(".");
 * const inputSchema = jsonSchema<{ command: string }>({ type: "object", properties: { command: { type: "string" } } });
 * const shell = tool({ description: "Runs a command", inputSchema, execute: async ({ command }) => `ran ${command}` });
 * const tools = guardTools({ shell }, workspace, { session: "chat-1" });
 * ```
 */
export function guardTools<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  source: RulesSource | RuleStore,
  options: MiddlewareOptions = {},
): Tools {
  assertTools(tools);
  const rules = createRulesMiddleware(source, options);
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(name, tool, rules)] as const);
  // Each tool has the properties of its original, with the same types.
  return Object.fromEntries(guarded) as Tools;
}

function guardTool(name: string, tool: object, rules: RulesMiddleware): object {
  const { execute } = tool as { execute?: unknown };
  if (typeof execute !== "function") return tool;
  const advice = createToolAdvice(tool);
  const replaced = {
    execute: guardExecute(name, (execute as ExecuteTool).bind(tool), rules, advice),
    toModelOutput: advice.toModelOutput,
  };
  // A copy with all properties of the tool, also inherited and non-enumerable ones.
  const copy = Object.create(Object.getPrototypeOf(tool) as object | null, Object.getOwnPropertyDescriptors(tool)) as object;
  for (const [key, value] of Object.entries(replaced))
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function assertTools(tools: unknown): void {
  if (isRecord(tools) && !(tools instanceof Promise)) return;
  const value = tools instanceof Promise ? "a promise" : Array.isArray(tools) ? "a list" : String(tools);
  const expected = "an object with the tools by name; await it first if it is a promise";
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "tools", value, expected });
}
