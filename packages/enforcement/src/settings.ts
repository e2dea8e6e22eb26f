import { join } from "node:path";
import type { TablesDocument } from "@precept/governance";
import { defaultAuditDir, defaultBaselinePath } from "./paths.ts";

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

/**
 * The settings of a project without a configuration: the policies in `.precept/policies`, enforced without notifications or rollbacks.
 *
 * @param root the project's directory, absolute.
 */
export function defaultPolicySettings(root: string): PolicySettings {
  return {
    dirs: [],
    starters: [],
    ignore: [],
    shadow: false,
    baseline: join(root, defaultBaselinePath),
    audit: { dir: join(root, defaultAuditDir), mask: [], keep: Infinity },
    notify: undefined,
    rollback: false,
    keepCheckpoints: 100,
    maxFixes: undefined,
    tables: {},
  };
}
