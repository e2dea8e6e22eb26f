import type { HostId } from "../host-ids.ts";
import type { HostFile } from "./host-file.ts";
import type { PreceptCommand } from "./precept-command.ts";

/** Where the configuration goes: into the files of a project, or into those of the user, for all projects. */
export type InstallLevel = "project" | "user";

/** What the content of a host's files depends on. */
export interface InstallContext {
  readonly level: InstallLevel;
  readonly command: PreceptCommand;
  readonly isWindows: boolean;
  /** Absolute path of the project or of the user's home directory, with `/` between segments. */
  readonly base: string;
}

/** How Precept is installed into one host. A fact that was not verified with the host is marked. */
export interface InstallSpec {
  /** The name that the host has for its users. */
  readonly title: string;
  /** Where the facts come from. */
  readonly source: string;
  /** Whether they come from the host's documentation or code. False: from reports and other products, so they may be wrong. */
  readonly isVerified: boolean;
  /** Paths that show that a project or a user uses the host: relative to the project, and to the home directory. */
  readonly signs: { readonly project: readonly string[]; readonly user: readonly string[] };
  /** The files with the hooks. */
  readonly hooks: (context: InstallContext) => readonly HostFile[];
  /** The files with the MCP server. None: the host has no file for it that a program should edit, and `nextSteps` says what to do. */
  readonly mcp: (context: InstallContext) => readonly HostFile[];
  /** What the user has to do after the install. */
  readonly nextSteps: (context: InstallContext) => readonly string[];
  /** What the hooks cannot stop, and what happens if they fail. */
  readonly limits: readonly string[];
  /** The name that a command line uses for the host: that of another host, if both read the same files. */
  readonly agent: HostId;
  /** A variable that the host sets to the directory of the project. */
  readonly projectVariable?: string;
  /** The event and payload by which the host asks about the shell command `command`, for the canary of `precept doctor`. */
  readonly canary: (command: string, cwd: string) => { readonly event: string; readonly payload: unknown };
}
