import { isRecord } from "@precept/core";
import type { CheckOptions, PolicyDecision, RulesMiddleware } from "@precept/middleware";

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
      isRecord(tool) && isMethod(tool["execute"]) ? guardTool(rules, name, tool, tool["execute"], options) : tool,
    ]),
  );
}

function guardTool(rules: RulesMiddleware, name: string, tool: StepTool, execute: Method, options: CheckOptions): StepTool {
  const { requireApproval, needsApprovalFn, toModelOutput } = tool;
  const denials = new Set<string>();
  /** Decisions about denied calls, which need no approval, by their arguments. */
  const denied = new Map<string, PolicyDecision>();
  const deny = (message: string): string => {
    denials.add(message);
    return message;
  };
  const executeGuarded: Method = async (args, context, ...others) => {
    const call = { ...options, name, arguments: args, id: readCallId(context) };
    const known = denied.size === 0 ? undefined : denied.get(JSON.stringify(args));
    const before = known ?? (await rules.beforeToolCall(call));
    if (!before.allowed) return deny(before.message);
    const result = await execute.call(tool, args, context, ...others);
    const after = await rules.afterToolCall(call, result, before);
    if (!after.allowed) return deny(after.message);
    return after.advice === undefined ? result : appendAdvice(result, after.advice);
  };
  // Asks no human about a denied call. When a run is resumed after an approval, Mastra may run the tool without the
  // processor, so the call is checked before.
  const needsApproval: Method = async (args, ...others) => {
    const decision = await rules.beforeToolCall({ ...options, name, arguments: args });
    if (decision.allowed) return isMethod(needsApprovalFn) ? needsApprovalFn.call(tool, args, ...others) : requireApproval;
    denied.set(JSON.stringify(args), decision);
    return false;
  };
  return Object.assign(Object.create(Object.getPrototypeOf(tool) as object | null) as StepTool, tool, {
    execute: executeGuarded,
    ...((isMethod(needsApprovalFn) || Boolean(requireApproval)) && { needsApprovalFn: needsApproval }),
    ...(isMethod(toModelOutput) && {
      // The tool's own function expects a result, not the text of a denial.
      toModelOutput: ((output, ...others) =>
        typeof output === "string" && denials.has(output)
          ? { type: "text", value: output }
          : toModelOutput.call(tool, output, ...others)) satisfies Method,
    }),
  });
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

function readCallId(context: unknown): string | undefined {
  if (!isRecord(context)) return undefined;
  const { toolCallId, agent } = context;
  if (typeof toolCallId === "string") return toolCallId;
  const nested = isRecord(agent) ? agent["toolCallId"] : undefined;
  return typeof nested === "string" ? nested : undefined;
}

/**
 * Adds advice to the result of a tool: at the end of a text, or as `policy_advice` next to data. A tool that suspended
 * its run has no result.
 */
function appendAdvice(result: unknown, advice: string): unknown {
  if (result === undefined) return undefined;
  if (typeof result === "string") return `${result}\n\n${advice}`;
  return { ...(isRecord(result) ? result : { result }), policy_advice: advice };
}
