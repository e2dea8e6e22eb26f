import { join } from "node:path";
import type { NotificationRecipient, TablesDocument } from "@precept/governance";
import { systemManagedDir, defaultAuditDir, defaultBaselinePath } from "./paths.ts";

/** Where to send notifications: a command, a webhook, or both. */
export interface NotifyRoute {
  /** A program and its arguments. It receives the notification as JSON on standard input. */
  readonly command?: readonly string[] | undefined;
  /** A URL that receives the notification as JSON by POST. */
  readonly webhook?: string | undefined;
}

/** How to send notifications. Its route is for recipients that `recipients` does not name, except QUICK_FIX_CHANNEL. */
export interface NotifySettings extends NotifyRoute {
  /** The routes of recipients. QUICK_FIX_CHANNEL gets small corrections only if it is named here. Default: none. */
  readonly recipients?: Readonly<Partial<Record<NotificationRecipient, NotifyRoute>>>;
  /** The time limit of one attempt, in milliseconds. */
  readonly timeout: number;
  /** The number of retries. */
  readonly retries: number;
}

/** Which policies to enforce, and how. Paths are absolute. */
export interface PolicySettings {
  /**
   * Directories of the machine owner's policies, which a project must neither set nor change. They are refused if
   * others can write to them. A missing one is an error, unless it is the default one.
   */
  readonly managedDirs: readonly string[];
  /** Directories with policies, in addition to `.precept/policies`. */
  readonly dirs: readonly string[];
  /** The names of starter policies. */
  readonly starters: readonly string[];
  /** Globs of files to exclude when the whole project is checked. */
  readonly ignore: readonly string[];
  /** Whether all policies report violations without acting on them. */
  readonly shadow: boolean;
  /** The baseline file. */
  readonly baseline: string;
  /** The directory of the audit log, the field names to mask, and the number of full files to retain. */
  readonly audit: { readonly dir: string; readonly mask: readonly string[]; readonly keep: number };
  /** Undefined if no notifications are sent, or the user does not trust the project to send them. */
  readonly notify: NotifySettings | undefined;
  /** Whether a policy that stops the agent can roll back the working tree. */
  readonly rollback: boolean;
  /** The number of checkpoints to retain. */
  readonly keepCheckpoints: number;
  /** The maximum number of fixes in one text, for policies without a limit of their own. */
  readonly maxFixes: number | undefined;
  /** Overrides of the default governance tables. */
  readonly tables: TablesDocument;
}

/** The settings without a configuration: the policies in `.precept/policies`, without notifications or rollbacks. */
export function defaultPolicySettings(root: string): PolicySettings {
  return {
    managedDirs: [systemManagedDir()],
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
