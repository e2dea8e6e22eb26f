import { resolve } from "node:path";
import type { TablesDocument } from "@precept/governance";
import type { Config } from "../config/config.ts";
import type { PathGate } from "../path-gate.ts";
import type { WorkspaceLocation } from "../location.ts";
import type { WorkspaceOptions } from "../options.ts";
import { defaultAuditDir, defaultBaselinePath } from "../places.ts";

/** How people are told. One of both, or both. */
export interface NotifySettings {
  /** A program and its arguments. */
  readonly command: readonly string[] | undefined;
  readonly webhook: string | undefined;
  /** For one attempt, in milliseconds. */
  readonly timeout: number;
  /** How often it is tried again. */
  readonly retries: number;
}

/** Which policies a workspace enforces, and how. Paths are absolute. */
export interface PolicySettings {
  readonly dirs: readonly string[];
  /** The names of policies that come with Precept. */
  readonly starters: readonly string[];
  /** Globs of files that a check of the project leaves alone. */
  readonly ignore: readonly string[];
  /** Whether all policies only report. */
  readonly shadow: boolean;
  readonly baseline: string;
  readonly audit: { readonly dir: string; readonly mask: readonly string[]; readonly keep: number };
  /** Undefined where nobody is told, or the project may not tell. */
  readonly notify: NotifySettings | undefined;
  readonly rollback: boolean;
  /** How many checkpoints stay. */
  readonly keepCheckpoints: number;
  /** For policies that do not say it themselves. */
  readonly maxFixes: number | undefined;
  /** What is said in place of the tables that hold anyway. */
  readonly tables: TablesDocument;
}

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
