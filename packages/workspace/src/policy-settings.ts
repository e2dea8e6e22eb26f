import { resolve } from "node:path";
import { defaultAuditDir, defaultBaselinePath, type PolicySettings } from "@precept/enforcement";
import type { Config } from "./config/config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { PathGate } from "./path-gate.ts";

/** Reads the policy settings: options first, then the configuration, then defaults. */
export function readPolicySettings(
  options: WorkspaceOptions,
  { policies = {} }: Config,
  { root, directory }: Pick<WorkspaceLocation, "root" | "directory">,
  gate: PathGate,
): PolicySettings {
  const { notify, audit = {} } = policies;
  const own = (setting: string, written: string | undefined, usual: string): string =>
    (written === undefined ? undefined : gate.allowed(setting, [written])[0]) ?? resolve(root, usual);
  return {
    dirs: options.policyDirs?.map((dir) => resolve(directory, dir)) ?? gate.allowed("policies.dirs", policies.dirs),
    starters: options.starterPolicies ?? policies.starters ?? [],
    ignore: policies.ignore ?? [],
    shadow: policies.shadow ?? false,
    baseline: own("policies.baseline", policies.baseline, defaultBaselinePath),
    audit: { dir: own("policies.audit.dir", audit.dir, defaultAuditDir), mask: audit.mask ?? [], keep: audit.keep ?? Infinity },
    notify:
      notify === undefined || !gate.mayAct("policies.notify")
        ? undefined
        : { command: notify.command, webhook: notify.webhook, timeout: notify.timeout ?? 5000, retries: notify.retries ?? 2 },
    rollback: policies.rollback ?? false,
    keepCheckpoints: policies.keepCheckpoints ?? 100,
    maxFixes: policies.maxFixes,
    tables: policies.tables ?? {},
  };
}
