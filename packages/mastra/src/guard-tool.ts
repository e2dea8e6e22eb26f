import { isRecord } from "@precept/core";
import type { CheckOptions, RulesMiddleware, ToolCall, ToolCallDecision } from "@precept/middleware";
import { appendAdvice } from "./append-advice.ts";

/** The part of a tool in a step that is replaced. */
interface StepTool {
  readonly execute?: unknown;
  readonly requireApproval?: unknown;
  readonly needsApprovalFn?: unknown;
  readonly toModelOutput?: unknown;
}

type Method = (this: unknown, first: unknown, ...others: readonly unknown[]) => unknown;

/**
 * Returns tools whose calls are checked. A denied call does not run the tool: its result says why. Tools that are not
 * run here, but by the client or the provider, are returned as they are.
 */
export function guardTools(
  rules: RulesMiddleware,
  tools: Readonly<Record<string, unknown>>,
  options: CheckOptions,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      isRecord(tool) && typeof tool["execute"] === "function" ? guardTool(rules, name, tool, options) : tool,
    ]),
  );
}

function guardTool(rules: RulesMiddleware, name: string, tool: StepTool, options: CheckOptions): StepTool {
  const guard = new ToolGuard(rules, name, options);
  const { execute, requireApproval, needsApprovalFn, toModelOutput } = tool;
  return Object.assign(Object.create(Object.getPrototypeOf(tool) as object | null) as StepTool, tool, {
    execute: guard.guardExecute(tool, execute as Method),
    ...((isMethod(needsApprovalFn) || Boolean(requireApproval)) && {
      needsApprovalFn: guard.guardApproval(tool, isMethod(needsApprovalFn) ? needsApprovalFn : () => requireApproval),
    }),
    ...(isMethod(toModelOutput) && { toModelOutput: guard.passDenials(tool, toModelOutput) }),
  });
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

/** The functions of one tool in one step. */
class ToolGuard {
  readonly #rules: RulesMiddleware;
  readonly #name: string;
  readonly #options: CheckOptions;
  readonly #denials = new Set<string>();
  /** Decisions about denied calls, which need no approval, by their arguments. */
  readonly #denied = new Map<string, ToolCallDecision>();

  constructor(rules: RulesMiddleware, name: string, options: CheckOptions) {
    this.#rules = rules;
    this.#name = name;
    this.#options = options;
  }

  guardExecute(tool: StepTool, execute: Method): Method {
    return async (args, context, ...others) => {
      const call: ToolCall = { ...this.#options, name: this.#name, arguments: args, id: readCallId(context) };
      const before = this.#takeDenied(args) ?? (await this.#rules.beforeToolCall(call));
      if (!before.allowed) return this.#deny(before.message);
      const result = await execute.call(tool, args, context, ...others);
      const after = await this.#rules.afterToolCall(call, result);
      if (!after.allowed) return this.#deny(after.message);
      const advice = [before.advice, after.advice].filter((text) => text !== undefined);
      return advice.length === 0 ? result : appendAdvice(result, advice.join("\n\n"));
    };
  }

  /**
   * Asks no human about a denied call. When a run is resumed after an approval, Mastra may run the tool without the
   * processor, so the call was checked before.
   */
  guardApproval(tool: StepTool, needsApproval: Method): Method {
    return async (args, ...others) => {
      const decision = await this.#rules.beforeToolCall({ ...this.#options, name: this.#name, arguments: args });
      if (decision.allowed) return needsApproval.call(tool, args, ...others);
      this.#denied.set(JSON.stringify(args), decision);
      return false;
    };
  }

  /** Returns the text of a denial without the tool's `toModelOutput`, which expects a result. */
  passDenials(tool: StepTool, toModelOutput: Method): Method {
    return (output, ...others) =>
      typeof output === "string" && this.#denials.has(output)
        ? { type: "text", value: output }
        : toModelOutput.call(tool, output, ...others);
  }

  #deny(message: string): string {
    this.#denials.add(message);
    return message;
  }

  #takeDenied(args: unknown): ToolCallDecision | undefined {
    if (this.#denied.size === 0) return undefined;
    return this.#denied.get(JSON.stringify(args));
  }
}

function readCallId(context: unknown): string | undefined {
  if (!isRecord(context)) return undefined;
  const { toolCallId, agent } = context;
  if (typeof toolCallId === "string") return toolCallId;
  const nested = isRecord(agent) ? agent["toolCallId"] : undefined;
  return typeof nested === "string" ? nested : undefined;
}
