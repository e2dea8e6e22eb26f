import { resolve } from "node:path";
import { defaultPolicySettings, type PolicySettings } from "@precept/enforcement";
import type { Config } from "./config/config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { PathGate } from "./path-gate.ts";
import { readRollback } from "./rollback-setting.ts";

/** Reads the policy settings: options first, then the configuration, then defaults. */
export function readPolicySettings(
  options: WorkspaceOptions,
  { policies = {} }: Config,
  { root, directory }: Pick<WorkspaceLocation, "root" | "directory">,
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
    notify:
      notify === undefined || !gate.mayAct("policies.notify")
        ? undefined
        : {
            command: notify.command,
            webhook: notify.webhook,
            timeout: notify.timeout ?? 5000,
            retries: notify.retries ?? 2,
            ...(notify.recipients !== undefined && { recipients: routesOf(notify.recipients) }),
          },
    rollback: readRollback(policies, gate),
    keepCheckpoints: policies.keepCheckpoints ?? defaults.keepCheckpoints,
    maxFixes: policies.maxFixes,
    tables: policies.tables ?? defaults.tables,
  };
}

type Recipients = NonNullable<NonNullable<NonNullable<Config["policies"]>["notify"]>["recipients"]>;

/** Where each recipient is notified. */
function routesOf(recipients: Recipients): NonNullable<NonNullable<PolicySettings["notify"]>["recipients"]> {
  return Object.fromEntries(
    Object.entries(recipients).map(([recipient, route]) => [recipient, { command: route?.command, webhook: route?.webhook }]),
  );
}
