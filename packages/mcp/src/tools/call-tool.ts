import { PreceptError } from "@precept/core";
import { InvalidCursorError } from "../paging/cursor.ts";
import { InvalidArgumentsError } from "./parse-arguments.ts";
import { policyOfTool } from "./policy-tools.ts";
import { callPolicyTool, isActive } from "./rule-engine-tool.ts";
import type { ToolCall } from "./tool.ts";
import { toolError, type CallResult } from "./tool-result.ts";
import { tools } from "./tools.ts";

/**
 * Calls a tool. Errors that the caller can fix are results, not protocol errors.
 *
 * @returns undefined for an unknown tool.
 */
export async function callTool(name: string, call: ToolCall): Promise<CallResult | undefined> {
  try {
    const tool = tools.find((one) => one.name === name && one.listing(call.host) !== undefined);
    if (tool !== undefined) return await tool.call(call);
    const { policies } = call.host;
    const policy = policyOfTool(name);
    if (policies === undefined || policy === undefined || !(await isActive(policies, policy))) return undefined;
    return await callPolicyTool(policies, policy, call);
  } catch (error) {
    if (error instanceof InvalidArgumentsError || error instanceof InvalidCursorError) return toolError(error.message);
    if (PreceptError.is(error)) return toolError(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
    throw error;
  }
}
