import type { FileIdentity, SnapshotLocation, WatchBackend } from "@precept/files";
import type { Diagnostic, ProgressListener, RuleCodec, RuleStore, Scope } from "@precept/core";

/** A directory of rule files. */
export interface FsRoot {
  /** Absolute, or relative to the store's `projectDir`. */
  readonly dir: string;
  /** The only files to read, by name, without subdirectories. Default: every file that the codec accepts. */
  readonly files?: readonly string[];
  /** Whether to read only the first of `files` that exists. Default false. */
  readonly firstOnly?: boolean;
  /** The scope of the rules. Default `project`. */
  readonly scope?: Scope;
  /** Parses and prints the files. */
  readonly codec: RuleCodec;
  /** The directory that the rules govern, relative to the project, with `/`. Default: the whole project. */
  readonly base?: string;
  /** The user that rules without a user id belong to. Default: none. */
  readonly userId?: string;
  /** Whether the rules override shared rules of the same name. Default false. */
  readonly overlay?: boolean;
  /**
   * A private directory, absolute, in which to remember when rule files were created that the store replaces. Default:
   * none. The creation time of a rule is then the birth time of its file, which changes with each write.
   */
  readonly stateDir?: string;
  /** Whether the directory may be missing without a diagnostic. Default false. */
  readonly optional?: boolean;
}

export interface FsStoreOptions {
  /** In order of precedence: of rules with the same name, scope and depth, the one from the first root applies. */
  readonly roots: readonly FsRoot[];
  /** The id of the store. Default `fs`. */
  readonly id?: string;
  /** The directory that relative paths start from, in options and in messages. Default: the current directory. */
  readonly projectDir?: string;
  /** Whether to skip a file, such as an exported one, given its path as messages show it. Default: none is skipped. */
  readonly skips?: (file: string) => boolean;
  /**
   * Directories outside the project that links may lead into. Default: none. A root that is a link to another directory
   * outside the project is not read.
   */
  readonly trustedDirs?: readonly string[];
  /**
   * Whether the target of a link is private, and not read as a rule. Default: whether its name is one of a file with
   * credentials, such as `.env`. @param path absolute, with links resolved.
   */
  readonly isPrivate?: (path: string) => Promise<boolean>;
  /**
   * Identifies a file that is never read as a rule, under any of its names: the agent's memory. Called before and after
   * rule files are read. Default: there is none.
   */
  readonly identifyMemory?: () => FileIdentity;
  /** The size limit of a rule file, in bytes. Default: the limit of the codec. */
  readonly maxBytes?: number;
  /**
   * Whether to read all links that lead into the project: also links out of their rule directory, and links to files
   * that are read anyway, so that rules are duplicated. Default false.
   */
  readonly readsLinks?: boolean;
  /** Whether to watch the files and update rules when they change. Default false: call `reload`. */
  readonly watch?: boolean;
  /** How changes are noticed. Default `events`; `polling` is for mounts that report no events. */
  readonly watchBackend?: WatchBackend;
  /** Whether to refuse writes. Default false. */
  readonly readOnly?: boolean;
  /** Where to remember the rules, so that the next process reads only changed files. Default: nowhere. */
  readonly cache?: SnapshotLocation;
  /** The store that this one replaces. Files that are invalid now keep the last valid rule from it. Default: none. */
  readonly previous?: RuleStore;
  /** Diagnostics of the search for the roots. They are listed before those of the roots. */
  readonly notices?: readonly Diagnostic[];
  /** Receives the progress of reading all files. Default: it is not reported. */
  readonly onProgress?: ProgressListener;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}

/** The maximum number of directory entries read per root. */
export const maxEntries = 100_000;

/** The maximum depth of the directories read in a root. */
export const maxDepth = 32;

/** The maximum number of files open at the same time. */
export const concurrency = 32;
