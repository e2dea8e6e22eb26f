import type { HostId } from "../host-ids.ts";
import type { HookWorkspace } from "./hook-workspace.ts";

export interface RunHookOptions {
  /** The host that the command names. The payload decides, if it shows which host sent it. */
  readonly host?: HostId | undefined;
  /** Opens the project that a directory is in. Called at most once, and only if the event needs it. */
  readonly open: (directory: string) => Promise<HookWorkspace>;
  /** The environment, in which some hosts name the project directory. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Returns the time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds before an unchecked call is denied. Default: {@link defaultDeadline}, less if the host waits less. */
  readonly deadline?: number;
}

/** The default of `deadline`. Hosts wait for 30 seconds or longer, and a call that they no longer wait for runs. */
export const defaultDeadline = 10_000;
