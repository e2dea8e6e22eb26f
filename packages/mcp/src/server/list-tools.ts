import { compareText } from "@precept/core";
import { defaultTables, type Phase } from "@precept/governance";
import type { RuleEngineHost } from "../host/host.ts";
import { metaKeys } from "../names.ts";
import { policyTools, type ListedPolicyTool, type ProtocolEra } from "./policy-tools.ts";
import { ruleEngineToolListing } from "./rule-engine-tool.ts";

/** A request for a page of tools. */
export interface ToolListing {
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  /** The cursor of the previous page. */
  readonly cursor: string | undefined;
  readonly pageSize: number;
}

export interface ToolPage {
  readonly tools: readonly (typeof ruleEngineToolListing | ListedPolicyTool)[];
  readonly nextCursor?: string;
}

/**
 * Lists one page of tools: `rule_engine` first, then one for each policy, ordered by id. The cursor is the last id of the previous page, so that policies
 * can be added and removed between pages. Any string is a valid cursor.
 */
export async function listTools(host: RuleEngineHost, { phase, era, cursor = "", pageSize }: ToolListing): Promise<ToolPage> {
  const tools = policyTools(await host.policies(), phase, era, (await host.tables?.()) ?? defaultTables);
  const remaining = tools.filter((tool) => compareText(idOf(tool), cursor) > 0);
  const page = remaining.slice(0, pageSize);
  const last = page.at(-1);
  return {
    tools: cursor === "" ? [ruleEngineToolListing, ...page] : page,
    ...(last !== undefined && remaining.length > page.length && { nextCursor: idOf(last) }),
  };
}

function idOf({ _meta }: ListedPolicyTool): string {
  return (_meta[metaKeys.policy] as { readonly id: string }).id;
}
