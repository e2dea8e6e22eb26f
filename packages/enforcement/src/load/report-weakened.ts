import type { Diagnostic } from "@precept/core";
import {
  comparePriorities,
  defaultTables,
  effectivePriorityOf,
  effectsOf,
  phasesOf,
  strictestAction,
  type GovernanceTables,
  type Policy,
} from "@precept/governance";
import { report } from "../diagnostic-catalogue.ts";
import type { PolicySourceOf } from "../policy-source.ts";

const defaultJson = JSON.stringify(defaultTables);

/** Whether a project does not change the governance tables. */
export function areDefault(tables: GovernanceTables): boolean {
  return tables === defaultTables || JSON.stringify(tables) === defaultJson;
}

/** Reports starters that the project's tables make milder: by action, priority, notification or phases. */
export function reportWeakened(
  policies: readonly Policy[],
  sources: ReadonlyMap<string, PolicySourceOf>,
  tables: GovernanceTables,
  file: string,
): readonly Diagnostic[] {
  if (areDefault(tables)) return [];
  const changes = policies
    .filter(({ id }) => sources.get(id)?.kind === "starter")
    .flatMap((policy) => {
      const change = describeChange(policy, tables);
      return change === undefined ? [] : [`${policy.id} (${change})`];
    });
  if (changes.length === 0) return [];
  const message = `The governance tables make ${changes.length} starter policies less strict: ${changes.join(", ")}.`;
  return [report("policies/weakened-starter", { file }, message)];
}

function describeChange(policy: Policy, tables: GovernanceTables): string | undefined {
  const before = effectivePriorityOf(policy, defaultTables, undefined);
  const after = effectivePriorityOf(policy, tables, undefined);
  if (strictestAction([after.action, before.action]) !== after.action) return `${after.action} instead of ${before.action}`;
  if (comparePriorities(after.priority, before.priority) > 0) return `${after.priority} instead of ${before.priority}`;
  if (effectsOf(policy, before, defaultTables).notifyHuman && !effectsOf(policy, after, tables).notifyHuman) {
    return "no human is notified";
  }
  const phases = phasesOf(policy, tables);
  const missing = phasesOf(policy, defaultTables).filter((phase) => !phases.includes(phase));
  return missing.length === 0 ? undefined : `not in ${missing.join(", ")}`;
}
