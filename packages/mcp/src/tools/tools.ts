import { note } from "./context/note.ts";
import { remember } from "./context/remember.ts";
import { ruleEngine, callPolicyTool, isActive } from "./rule-engine-tool.ts";
import { explainRule } from "./rules/explain-rule.ts";
import { getRule } from "./rules/get-rule.ts";
import { rememberRule } from "./rules/remember-rule.ts";
import { requestRules } from "./rules/request-rules.ts";
import { rulesForFiles } from "./rules/rules-for-files.ts";
import { searchRules } from "./rules/search-rules.ts";
import { toolError, type Tool, type ToolCall, type CallResult } from "./tool.ts";
import type { ToolListing } from "./tool-listing.ts";
import { defaultTables, type Phase } from "@precept/governance";
import type { PreceptHost } from "../host/precept-host.ts";
import { metaKeys } from "../names.ts";
import { pageList } from "../paging/page-list.ts";
import { policyTools, policyOfTool, type ListedPolicyTool, type ProtocolEra } from "./policy-tools.ts";
import { PreceptError } from "@precept/core";
import { InvalidArgumentsError } from "../invalid-arguments.ts";

const all = [rulesForFiles, requestRules, getRule, explainRule, searchRules, rememberRule, remember, note, ruleEngine] as const;

/** The names of the tools that do not depend on the policies. */
export type ToolName = (typeof all)[number]["name"];

/** The tools, in the order of the list. Each policy has a tool, too: see `policy-tools.ts`. */
const tools: readonly Tool<ToolName>[] = all;

/** The names of all tools that do not depend on the policies, in the order of the list. */
export const toolNames: readonly ToolName[] = all.map(({ name }) => name);

/**
 * The tools to list: names, or `all` in their full form, with the schemas of answers. Tools that are not listed can be
 * called, too.
 */
export type ListedTools = readonly ToolName[] | "all";

/** The tools that are listed by default. Every request to a model contains the list. */
export const defaultTools: readonly ToolName[] = ["rules_for_files", "remember_rule", "rule_engine"];

/** The tools of the agent context are always listed: a host has a context only if it was asked for. */
const contextTools: ReadonlySet<string> = new Set<ToolName>(["remember", "note"]);

/** Whether a list of a host's tools has this one. */
export function isListed(host: PreceptHost, listed: ListedTools, name: string): boolean {
  const isSelected = listed === "all" || contextTools.has(name) || listed.some((one) => one === name);
  return isSelected && tools.some((tool) => tool.name === name && tool.isIn(host));
}

interface ListOptions {
  /** The phase that the request itself names. */
  readonly requested: Phase | undefined;
  /** The phase of requests that name none. */
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  readonly tools: ListedTools;
  /** Whether requests without a phase list the tools of policies. */
  readonly policyTools: boolean;
  readonly cursor: string | undefined;
  readonly pageSize: number;
}

/**
 * Lists one page of tools: the host's tools, then one for each policy, by id. The first page has all of the former and
 * up to `pageSize` of the latter. @throws InvalidArgumentsError
 */
export async function listTools(
  host: PreceptHost,
  options: ListOptions,
): Promise<{ readonly tools: readonly (ToolListing | ListedPolicyTool)[]; readonly nextCursor?: string }> {
  const { tools: listed, cursor, pageSize } = options;
  const ofPolicies = await listPolicyTools(host, options);
  const { items, isFirst, nextCursor } = pageList(ofPolicies, { kind: "tools", keyOf: policyIdOf, size: pageSize, cursor });
  const form = listed === "all" ? "full" : "compact";
  const fixed = tools.filter(({ name }) => isListed(host, listed, name)).flatMap((tool) => tool.listing(host, form) ?? []);
  return { tools: [...(isFirst ? fixed : []), ...items], ...(nextCursor !== undefined && { nextCursor }) };
}

async function listPolicyTools(
  { policies }: PreceptHost,
  { requested, phase, era, policyTools: isAsked }: ListOptions,
): Promise<readonly ListedPolicyTool[]> {
  if (policies === undefined || (requested === undefined && !isAsked)) return [];
  const tables = (await policies.tables?.()) ?? defaultTables;
  const names = requested === undefined ? "portable" : era;
  return policyTools(await policies.policies(), requested ?? phase, names, tables);
}

function policyIdOf({ _meta }: ListedPolicyTool): string {
  return (_meta[metaKeys.policy] as { readonly id: string }).id;
}

/** Calls a tool; undefined if it is unknown. Errors that the caller can fix are results, not protocol errors. */
export async function callTool(name: string, call: ToolCall): Promise<CallResult | undefined> {
  try {
    const tool = tools.find((one) => one.name === name);
    if (tool !== undefined) return tool.isIn(call.host) ? await tool.call(call) : undefined;
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
