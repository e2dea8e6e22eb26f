import { resolve } from "node:path";
import { defaultPolicySettings, type PolicySettings } from "@precept/enforcement";
import { rollbackRowsOf } from "@precept/governance/create-tables";
import type { Config } from "./config/config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { PathGate } from "./path-gate.ts";

export function readPolicySettings(
  options: WorkspaceOptions,
  { policies = {} }: Config,
  { root, directory }: WorkspaceLocation,
  gate: PathGate,
): PolicySettings {
  const defaults = defaultPolicySettings(root);
  const { notify, audit = {} } = policies;
  const pathOr = (fallback: string, setting: string, configured: string | undefined): string =>
    (configured === undefined ? undefined : gate.allowed(setting, [configured])[0]) ?? fallback;
  return {
    // Never from the configuration: a project must not choose them.
    managedDirs: [...new Set([...defaults.managedDirs, ...(options.managedPolicyDirs ?? [])])],
    dirs: options.policyDirs?.map((dir) => resolve(directory, dir)) ?? gate.allowed("policies.dirs", policies.dirs),
    starters: options.starterPolicies ?? policies.starters ?? defaults.starters,
    ignore: policies.ignore ?? defaults.ignore,
    shadow: policies.shadow ?? defaults.shadow,
    baseline: pathOr(defaults.baseline, "policies.baseline", policies.baseline),
    audit: {
      dir: pathOr(defaults.audit.dir, "policies.audit.dir", audit.dir),
      mask: audit.mask ?? defaults.audit.mask,
      keep: audit.keep ?? defaults.audit.keep,
    },
    notify: notify !== undefined && gate.mayAct("policies.notify") ? { timeout: 5000, retries: 2, ...notify } : undefined,
    rollback: readRollback(policies, gate),
    keepCheckpoints: policies.keepCheckpoints ?? defaults.keepCheckpoints,
    maxFixes: policies.maxFixes,
    tables: policies.tables ?? defaults.tables,
  };
}

/** Whether stopping violations restore the working tree. Only in trusted projects: it could discard the user's work. */
function readRollback({ rollback, tables = {} }: NonNullable<Config["policies"]>, gate: PathGate): boolean {
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
