import type { Policy } from "../model/policy.ts";
import { defaultTables, phasesOf, effectivePriorityOf, type GovernanceTables } from "../model/tables.ts";

/** A policy as a tool that an agent may call, in the words of MCP. */
export interface PolicyTool {
  /** `rule_engine:ID`. Where a protocol allows no colon, its reader writes another name. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<"code" | "file", { readonly type: "string" }>>;
  };
  readonly annotations: {
    /** One phase as a word, many as a list. */
    readonly phase: string | readonly string[];
    readonly severity: string;
    readonly handler: string;
  };
}

/** Describes a policy as a tool. `metadata.description` describes it best; without one, its message does. */
export function toPolicyTool(policy: Policy, tables: GovernanceTables = defaultTables): PolicyTool {
  const phases = policy.phases.length > 0 ? policy.phases : phasesOf(policy, tables);
  const { description } = policy.metadata as { description?: unknown };
  return {
    name: `rule_engine:${policy.id}`,
    description: typeof description === "string" ? description : policy.message,
    inputSchema: { type: "object", properties: { code: { type: "string" }, file: { type: "string" } } },
    annotations: {
      phase: phases.length === 1 ? (phases[0] ?? "") : phases,
      severity: policy.severity,
      handler: effectivePriorityOf(policy, tables, undefined).action,
    },
  };
}
