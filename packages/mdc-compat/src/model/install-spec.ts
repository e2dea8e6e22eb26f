import type { JsonExtra } from "../json-text/json-document.ts";
import type { Json } from "@precept/core";
import type { DialectId, HostId, HostOf } from "../tools.ts";

/** How a host starts `precept`. */
export interface PreceptCommand {
  /** The program and its first arguments. With `isLocal`, the program is a path relative to the project. */
  readonly words: readonly string[];
  /** Whether the program is in the project. */
  readonly isLocal: boolean;
}

/** Where the configuration goes: into a project, or into the files of the user, for all projects. */
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
  /** Whether they come from the host's documentation or code. False: from other sources, so they may be wrong. */
  readonly isVerified: boolean;
  /** Paths that show that a project or a user uses the host: relative to the project, and to the home directory. */
  readonly signs: { readonly project: readonly string[]; readonly user: readonly string[] };
  /** The files with the hooks. */
  readonly hooks: (context: InstallContext) => readonly HostFile[];
  /** The files with the MCP server. Empty: no file that a program should edit, and `nextSteps` says what to do. */
  readonly mcp: (context: InstallContext) => readonly HostFile[];
  /** What the user has to do after the hooks, or the hooks and the MCP server, are installed. */
  readonly nextSteps: (context: Pick<InstallContext, "level">, installed: { readonly mcp: boolean }) => readonly string[];
  /** What the host requires before it runs hooks and a program cannot detect: a sentence. Default: nothing known. */
  readonly trust?: string;
  /** What the host does not read in the file with the hooks, which other programs do, and what then happens. Default: nothing known. */
  readonly refusedJson?: { readonly extras: readonly JsonExtra[]; readonly effect: string };
  /** What the hooks cannot stop, and what happens if they fail. */
  readonly limits: readonly string[];
  /** The id of the host in a command line. Two hosts that read the same files share one. */
  readonly agent: HostId;
  /** A variable that the host sets to the directory of the project. */
  readonly projectVariable?: string;
  /** The event and payload of the host for the shell command `command`, for the canary of `precept doctor`. */
  readonly canary: (command: string, cwd: string) => { readonly event: string; readonly payload: unknown };
}

/** What an install puts into one file of a host. */
export type FileContent =
  | {
      readonly kind: "json";
      readonly entries: readonly JsonEntry[];
      /** Whether only Precept writes the file, in a directory that the host reads. Default: false. */
      readonly isOwnFile?: boolean;
    }
  | { readonly kind: "toml"; readonly table: TomlTable }
  | { readonly kind: "text"; readonly text: string; readonly isExecutable?: boolean };

/** A file of a host, relative to the project or to the user's home directory. */
export interface HostFile {
  readonly path: string;
  /** Another name of the file, which is used instead if it exists. */
  readonly alternative?: string;
  readonly content: FileContent;
}

/** Something that an install adds to a JSON file. Paths are the names of members from the root. */
export type JsonEntry =
  /** A hook, appended to the array at `path`. Found by its command and, if events share the array, by member `by`. */
  | {
      readonly kind: "hook";
      readonly path: readonly string[];
      readonly value: Json;
      readonly agent: HostId;
      readonly by?: string;
    }
  /** An MCP server: the member `path`. Recognised by its command. */
  | { readonly kind: "server"; readonly path: readonly string[]; readonly value: Json }
  /** A member that the file needs. An existing one is not changed, whatever its value. */
  | { readonly kind: "default"; readonly path: readonly string[]; readonly value: Json };

/** A table that an install adds to the end of a TOML file. */
export interface TomlTable {
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/** What an install writes for the agents of one tool: `install.ts` in its folder. */
export type ToolInstall<Id extends DialectId> = Readonly<Record<HostOf<Id>, InstallSpec>>;
