import type { Root } from "@precept/files";
import type { PolicySettings } from "./settings.ts";

/** The project whose policies are enforced. */
export interface EnforcementProject {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Confines file access to the project and to the directories that the user trusts; see `openRoot` of `@precept/files`. */
  readonly confined: Root;
  readonly settings: PolicySettings;
  /** The file that the settings come from, relative to the project, for diagnostics. */
  readonly configFile: string;
}

export interface EnforcementOptions {
  /** Whether to watch policy files and reload them when they change. Default false. Watching keeps the process alive. */
  readonly watch?: boolean;
  /** Whether to write nothing: no audit log, no fixes, no checkpoints. Default false. */
  readonly readOnly?: boolean;
  /** Whether to cache the results of validating policies in `.precept/state` even if `readOnly` is set. Default: only if it is not. */
  readonly remember?: boolean;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}
