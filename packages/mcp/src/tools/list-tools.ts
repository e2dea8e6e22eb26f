import { defaultTables, type Phase } from "@precept/governance";
import type { PreceptHost } from "../host/precept-host.ts";
import { metaKeys } from "../names.ts";
import { pageList } from "../paging/page-list.ts";
import { policyTools, type ListedPolicyTool, type ProtocolEra } from "./policy-tools.ts";
import type { ToolListing } from "./tool.ts";
import { tools } from "./tools.ts";

/** Which tools to list. */
export interface ToolListOptions {
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  /** The cursor of the previous page. */
  readonly cursor: string | undefined;
  readonly pageSize: number;
}

export interface ToolPage {
  readonly tools: readonly (ToolListing | ListedPolicyTool)[];
  readonly nextCursor?: string;
}

/**
 * Lists one page of tools: those of `tools.ts` that the host has, then one for each policy, ordered by id. The first page has all of the former and up
 * to `pageSize` of the latter.
 *
 * @throws InvalidCursorError
 */
export async function listTools(host: PreceptHost, { phase, era, cursor, pageSize }: ToolListOptions): Promise<ToolPage> {
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
