import { note } from "./context/note.ts";
import { remember } from "./context/remember.ts";
import { ruleEngine, callPolicyTool, isActive } from "./rule-engine-tool.ts";
import { explainRule } from "./rules/explain-rule.ts";
import { getRule } from "./rules/get-rule.ts";
import { rememberRule } from "./rules/remember-rule.ts";
import { requestRules } from "./rules/request-rules.ts";
import { rulesForFiles } from "./rules/rules-for-files.ts";
import { searchRules } from "./rules/search-rules.ts";
import { toolError, type Tool, type ToolListing, type ToolCall, type CallResult } from "./tool.ts";
import { defaultTables } from "@precept/governance";
import type { PreceptHost } from "../host/precept-host.ts";
import { metaKeys } from "../names.ts";
import { pageList } from "../paging/page-list.ts";
import { policyTools, policyOfTool, type ListedPolicyTool } from "./policy-tools.ts";
import { PreceptError } from "@precept/core";
import { InvalidArgumentsError } from "../invalid-arguments.ts";

const all = [rulesForFiles, requestRules, getRule, explainRule, searchRules, rememberRule, remember, note, ruleEngine] as const;

/** The names of the tools that do not depend on the policies. */
export type ToolName = (typeof all)[number]["name"];

/** The tools, in the order of the list. Each policy has a tool, too: see `policy-tools.ts`. */
const tools: readonly Tool<ToolName>[] = all;

/**
 * Lists one page of tools: the host's tools, then one for each policy, by id. The first page has all of the former and
 * up to `pageSize` of the latter. @throws InvalidArgumentsError
 */
export async function listTools(
  host: PreceptHost,
  options: Pick<ToolCall, "phase" | "era"> & { readonly cursor: string | undefined; readonly pageSize: number },
): Promise<{ readonly tools: readonly (ToolListing | ListedPolicyTool)[]; readonly nextCursor?: string }> {
  const { phase, era, cursor, pageSize } = options;
  const { policies } = host;
  const tables = (await policies?.tables?.()) ?? defaultTables;
  const ofPolicies = policies === undefined ? [] : policyTools(await policies.policies(), phase, era, tables);
  const { items, isFirst, nextCursor } = pageList(ofPolicies, { kind: "tools", keyOf: policyIdOf, size: pageSize, cursor });
  return {
    tools: [...(isFirst ? tools.flatMap((tool) => tool.listing(host) ?? []) : []), ...items],
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

function policyIdOf({ _meta }: ListedPolicyTool): string {
  return (_meta[metaKeys.policy] as { readonly id: string }).id;
}

/** Calls a tool; undefined if it is unknown. Errors that the caller can fix are results, not protocol errors. */
export async function callTool(name: string, call: ToolCall): Promise<CallResult | undefined> {
  try {
    const tool = tools.find((one) => one.name === name && one.listing(call.host) !== undefined);
    if (tool !== undefined) return await tool.call(call);
    const { policies } = call.host;
    const policy = policyOfTool(name);
    if (policies === undefined || policy === undefined || !(await isActive(policies, policy))) return undefined;
    return await callPolicyTool(policies, policy, call);
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return toolError(error.message);
    if (PreceptError.is(error)) return toolError(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
    throw error;
  }
}
