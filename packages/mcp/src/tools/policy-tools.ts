import { compareText } from "@precept/core";
import { isCheckedIn, toPolicyTool, type GovernanceTables, type Phase, type Policy, type PolicyTool } from "@precept/governance";
import { metaKeys } from "../names.ts";

/** The generation of the protocol that a client speaks: with a handshake (up to 2025-11-25), or without one. */
export type ProtocolEra = "legacy" | "modern";

export interface ListedPolicyTool extends Omit<PolicyTool, "inputSchema"> {
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, { readonly type: string; readonly description?: string }>>;
    readonly required: readonly string[];
  };
  readonly _meta: Readonly<Record<string, unknown>>;
}

/**
 * How the tools of policies are named: as a generation of the protocol allows, or `portable`, with only letters, digits,
 * `_` and `-`, since agents pass the names to models that refuse others.
 */
export type PolicyToolNames = ProtocolEra | "portable";

const nameSpecs: Readonly<Record<PolicyToolNames, { readonly separator: string; readonly valid: RegExp }>> = {
  legacy: { separator: ":", valid: /^/ },
  modern: { separator: ".", valid: /^[^]{1,128}$/ },
  portable: { separator: "-", valid: /^[A-Za-z0-9_-]{1,64}$/ },
};

const prefix = "rule_engine";

/** Returns the name of the tool of a policy. Newer protocols do not allow a colon in it. */
export function policyToolName(id: string, names: PolicyToolNames): string {
  return `${prefix}${nameSpecs[names].separator}${id}`;
}

/** Returns the id of the policy of a tool, for names of all kinds. */
export function policyOfTool(name: string): string | undefined {
  return name.startsWith(prefix) && /^[:.-]./.test(name.slice(prefix.length)) ? name.slice(prefix.length + 1) : undefined;
}

/** A phase's policies as tools, by id. A policy without a valid name has none; `rule_engine` still checks it. */
export function policyTools(
  policies: readonly Policy[],
  phase: Phase | undefined,
  names: PolicyToolNames,
  tables: GovernanceTables,
): readonly ListedPolicyTool[] {
  return policies
    .filter((policy) => policy.enabled && (phase === undefined || isCheckedIn(policy, tables, phase)))
    .filter(({ id }) => nameSpecs[names].valid.test(policyToolName(id, names)))
    .toSorted((left, right) => compareText(left.id, right.id))
    .map((policy) => listTool(policy, names, tables));
}

function listTool(policy: Policy, names: PolicyToolNames, tables: GovernanceTables): ListedPolicyTool {
  const { description, annotations, inputSchema } = toPolicyTool(policy, tables);
  return {
    name: policyToolName(policy.id, names),
    description,
    inputSchema: {
      ...inputSchema,
      properties: {
        ...inputSchema.properties,
        context: { type: "object", description: "Context of the work, such as agent_type and task_status." },
      },
      required: ["code"],
    },
    annotations,
    _meta: { [metaKeys.policy]: { id: policy.id, version: policy.version, ...annotations } },
  };
}
