import type { TablesDocument } from "@precept/contract/policy";
import { defaultTables, priorities, stopsAgent, type GovernanceTables } from "@precept/contract/values";
import type { EffectivePriority } from "./tables.ts";

/** Merges configured tables into the default ones. */
export function createTables(document: TablesDocument, base: GovernanceTables = defaultTables): GovernanceTables {
  const written = document.priority_mapping ?? {};
  const rows = priorities.map((name) => {
    const { action, notify_human, rollback, iteration_penalty } = written[name] ?? {};
    const own = base.priorityMapping[name];
    const row = {
      action: action ?? own.action,
      notifyHuman: notify_human ?? own.notifyHuman,
      rollback: rollback ?? own.rollback,
      iterationPenalty: iteration_penalty === "+MAX" ? ("MAX" as const) : (iteration_penalty ?? own.iterationPenalty),
    };
    return [name, row] as const;
  });
  return {
    severityMapping: { ...base.severityMapping, ...document.severity_mapping },
    priorityMapping: Object.fromEntries(rows) as GovernanceTables["priorityMapping"],
    phaseMatrix: { ...base.phaseMatrix, ...document.phase_matrix },
    limitNamedPhases: document.limit_named_phases ?? base.limitNamedPhases,
  };
}

/** A row of the priority mapping with `rollback: true`. */
export interface RollbackRow extends EffectivePriority {
  /** Whether it can restore the working tree: its action stops the agent. */
  readonly isEffective: boolean;
}

/** Returns the rows of a priority mapping with rollbacks. */
export function rollbackRowsOf(document: TablesDocument): readonly RollbackRow[] {
  const { priorityMapping } = createTables(document);
  return priorities
    .filter((priority) => document.priority_mapping?.[priority]?.rollback === true)
    .map((priority) => {
      const { action } = priorityMapping[priority];
      return { priority, action, isEffective: stopsAgent(action) };
    });
}
