import type { Diagnostic, RuleCodec, RuleStore, Scope } from "@precept/core";

/** A directory with rule files. */
export interface FsRoot {
  /** Absolute, or relative to the store's `projectDir`. */
  readonly dir: string;
  /** The names of the files that are read, where it is only these, and nothing below. Default: every file of the codec. */
  readonly files?: readonly string[];
  /** Whether only the first of these files that is there is read. Default false. */
  readonly firstOnly?: boolean;
  /** Whose rules they are. Default `project`. */
  readonly scope?: Scope;
  /** Reads and writes the files. */
  readonly codec: RuleCodec;
  /** The directory below the project that the rules govern, relative to it, with `/`. Default: the whole project. */
  readonly base?: string;
  /** Whose rules they are, where they belong to one user. Files need not say it. Default: nobody's in particular. */
  readonly userId?: string;
  /** Whether the rules replace shared ones of the same name. Default false. */
  readonly overlay?: boolean;
  /** Whether it is no mistake when the directory does not exist. Default false. */
  readonly optional?: boolean;
}

export interface FsStoreOptions {
  /** In order: of two rules of the same name, scope and depth, the one from the earlier root wins. */
  readonly roots: readonly FsRoot[];
  /** Default `fs`. */
  readonly id?: string;
  /** What paths are shown relative to. Default: the current directory. */
  readonly projectDir?: string;
  /** Whether a file is none of the rules, by its path as it is shown: one that an export wrote would give its rules twice. Default: none is. */
  readonly skips?: (file: string) => boolean;
  /**
   * Directories outside the project that roots may lie in and links may lead into. Default: none: a root in the project that is a link to a
   * place outside of it is not read.
   */
  readonly trustedDirs?: readonly string[];
  /** The largest file that is read, in bytes. Default: the codec's own limit. */
  readonly maxBytes?: number;
  /** Whether changes to the files are noticed by themselves. Default false: `reload` looks again. */
  readonly watch?: boolean;
  /** Whether nothing may be written. Default false. */
  readonly readOnly?: boolean;
  /** A store of the same project that this one replaces: files that are broken keep the last good version that it has. Default: none. */
  readonly previous?: RuleStore;
  /** What is wrong with the search for the roots. Reported before what is wrong with the roots themselves. */
  readonly notices?: readonly Diagnostic[];
  /** Told what listeners throw. Default: nobody is. */
  readonly onListenerError?: (error: unknown) => void;
}

/** The most entries of one root that are looked at. */
export const maxEntries = 100_000;

/** How many directories deep a root is read. */
export const maxDepth = 32;

/** How many files are open at once. */
export const concurrency = 32;
