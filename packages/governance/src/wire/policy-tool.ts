import { defaultTables, type GovernanceTables } from "@precept/contract/values";
import type { Policy } from "../model/policy.ts";
import { phasesOf, effectivePriorityOf } from "../model/tables.ts";

/** A policy as an MCP tool, so that an agent can check code against it. */
export interface PolicyTool {
  /** `rule_engine:ID`. Protocol versions without `:` in tool names need another name. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<"code" | "file", { readonly type: "string" }>>;
  };
  readonly annotations: {
    /** A string if there is one phase, otherwise a list. */
    readonly phase: string | readonly string[];
    readonly severity: string;
    readonly handler: string;
  };
}

/** Converts a policy to a tool. The description is `metadata.description`, or the message if there is none. */
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
