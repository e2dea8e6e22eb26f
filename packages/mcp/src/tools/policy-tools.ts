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

const separators: Readonly<Record<ProtocolEra, string>> = { legacy: ":", modern: "." };
const maxNameLength: Readonly<Record<ProtocolEra, number>> = { legacy: Infinity, modern: 128 };
const prefix = "rule_engine";

/** Returns the name of the tool of a policy. Newer protocols do not allow a colon in it. */
export function policyToolName(id: string, era: ProtocolEra): string {
  return `${prefix}${separators[era]}${id}`;
}

/** Returns the id of the policy of a tool, for names of any protocol generation. */
export function policyOfTool(name: string): string | undefined {
  return name.startsWith(prefix) && /^[:.]./.test(name.slice(prefix.length)) ? name.slice(prefix.length + 1) : undefined;
}

/** A phase's policies as tools, by id. A name that is too long has none; `rule_engine` still checks its policy. */
export function policyTools(
  policies: readonly Policy[],
  phase: Phase | undefined,
  era: ProtocolEra,
  tables: GovernanceTables,
): readonly ListedPolicyTool[] {
  return policies
    .filter((policy) => policy.enabled && (phase === undefined || isCheckedIn(policy, tables, phase)))
    .filter(({ id }) => policyToolName(id, era).length <= maxNameLength[era])
    .toSorted((left, right) => compareText(left.id, right.id))
    .map((policy) => listTool(policy, era, tables));
}

function listTool(policy: Policy, era: ProtocolEra, tables: GovernanceTables): ListedPolicyTool {
  const { description, annotations, inputSchema } = toPolicyTool(policy, tables);
  return {
    name: policyToolName(policy.id, era),
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
