import type { Diagnostic, ProjectState } from "@precept/core";
import type { Root, SnapshotLocation, WatchBackend } from "@precept/files";
import type { PolicySettings } from "./settings.ts";

/** The project whose policies are enforced. */
export interface EnforcementProject {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Confines file access to the project and to trusted directories; see `openRoot` of `@precept/files`. */
  readonly confined: Root;
  readonly settings: PolicySettings;
  /** The file that the settings come from, relative to the project, for diagnostics. */
  readonly configFile: string;
  /** Errors of that file because of which policies can be missing. They are among the diagnostics. Default: none. */
  readonly configProblems?: readonly Diagnostic[];
  /** Where parsed and validated policies are remembered for the next process. Default: in memory only. */
  readonly cache?: SnapshotLocation | undefined;
  /** How changes of policies and new entries of the audit log are noticed. Default: by events of the system. */
  readonly watchBackend?: WatchBackend;
}

export interface EnforcementOptions {
  /** Whether to watch policy files and reload them when they change. Default false. This keeps the process alive. */
  readonly watch?: boolean;
  /** Whether to write nothing: no audit log, no fixes, no checkpoints. Default false. */
  readonly readOnly?: boolean;
  /**
   * Whether the process ends soon after the engine was disposed of. Its end closes the databases of the sessions, which
   * does not wait for the disk; a later process completes their files. Default false.
   */
  readonly endsSoon?: boolean;
  /**
   * Where soft hooks, answers of humans, what happened in sessions and planned fixes are stored, together with other servers. Default:
   * databases in the project.
   */
  readonly shared?: ProjectState | undefined;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}
