import { compareText } from "@precept/core";
import { defaultTables, type Phase } from "@precept/governance";
import type { RuleEngineHost } from "../host/host.ts";
import { metaKeys } from "../names.ts";
import { policyTools, type ListedPolicyTool, type ProtocolEra } from "./policy-tools.ts";
import { ruleEngineToolListing } from "./rule-engine-tool.ts";

/** Which tools are asked for. */
export interface ToolListing {
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  /** Where the page before this one ended. */
  readonly cursor: string | undefined;
  readonly pageSize: number;
}

export interface ToolPage {
  readonly tools: readonly (typeof ruleEngineToolListing | ListedPolicyTool)[];
  readonly nextCursor?: string;
}

/**
 * One page of the tools: `rule_engine` first, then one a policy, by id. A cursor is the id that a page ends with, so that policies may come
 * and go between two pages; any text is one.
 */
export async function listTools(host: RuleEngineHost, { phase, era, cursor = "", pageSize }: ToolListing): Promise<ToolPage> {
  const tools = policyTools(await host.policies(), phase, era, (await host.tables?.()) ?? defaultTables);
  const behind = tools.filter((tool) => compareText(idOf(tool), cursor) > 0);
  const page = behind.slice(0, pageSize);
  const last = page.at(-1);
  return {
    tools: cursor === "" ? [ruleEngineToolListing, ...page] : page,
    ...(last !== undefined && behind.length > page.length && { nextCursor: idOf(last) }),
  };
}

function idOf({ _meta }: ListedPolicyTool): string {
  return (_meta[metaKeys.policy] as { readonly id: string }).id;
}
