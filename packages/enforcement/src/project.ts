import type { Root } from "@precept/files";
import type { PolicySettings } from "./settings.ts";

/** Where results are cached between processes. */
export interface CacheLocation {
  /** A directory of the user's own, absolute. Never one of the project, whose author could write results that disarm policies. */
  readonly dir: string;
  /** Identifies the code that computes the results; see `buildVersion` of `@precept/files`. */
  readonly version: string;
}

/** The project whose policies are enforced. */
export interface EnforcementProject {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Confines file access to the project and to the directories that the user trusts; see `openRoot` of `@precept/files`. */
  readonly confined: Root;
  readonly settings: PolicySettings;
  /** The file that the settings come from, relative to the project, for diagnostics. */
  readonly configFile: string;
  /** Where parsed and validated policies are cached. Default: in memory only. */
  readonly cache?: CacheLocation | undefined;
}

export interface EnforcementOptions {
  /** Whether to watch policy files and reload them when they change. Default false. Watching keeps the process alive. */
  readonly watch?: boolean;
  /** Whether to write nothing: no audit log, no fixes, no checkpoints. Default false. */
  readonly readOnly?: boolean;
  /** Whether to write parsed and validated policies to the cache even if `readOnly` is set. Default: only if it is not. */
  readonly remember?: boolean;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}
