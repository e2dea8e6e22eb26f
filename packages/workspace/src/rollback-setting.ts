import type { TablesDocument } from "@precept/governance";
import { rollbackRowsOf } from "@precept/governance/create-tables";
import type { PathGate } from "./path-gate.ts";

interface RollbackSettings {
  readonly rollback?: boolean;
  readonly tables?: TablesDocument;
}

/**
 * Returns whether violations that stop the agent restore the working tree: if `policies.rollback` or a row of the priority mapping asks for it, and the
 * user trusts the project. A hostile project could otherwise discard the user's work. A row without an effect is reported.
 */
export function readRollback({ rollback, tables = {} }: RollbackSettings, gate: PathGate): boolean {
  const rows = rollbackRowsOf(tables).map((row) => ({
    ...row,
    setting: `policies.tables.priority_mapping.${row.priority}.rollback`,
  }));
  for (const { setting, priority, action, isEffective } of rows) {
    if (!isEffective) gate.reportNoEffect(setting, `${priority} maps to ${action}, and only TERMINATE restores the working tree`);
    else if (rollback === false) gate.reportNoEffect(setting, '"policies.rollback" is false');
  }
  const setting = rollback === true ? "policies.rollback" : rows.find(({ isEffective }) => isEffective)?.setting;
  return rollback !== false && setting !== undefined && gate.mayAct(setting);
}
