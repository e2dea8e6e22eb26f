import type { ResolveOptions } from "@precept/core";

/**
 * How a directory is opened. What is given here goes before the configuration file, and that before the defaults. Nothing is taken from the
 * environment.
 */
export interface WorkspaceOptions extends ResolveOptions {
  /** Whether the project is looked for upwards from the directory, as `findProject` does. Default false: the directory is the project. */
  readonly discover?: boolean;
  /** Where a person's own rules are, those of every project and of every user. Default `~/.precept`. */
  readonly home?: string;
  /** Whose personal rules are read, and the user of requests that name none. */
  readonly user?: string;
  /** The tool of requests that name none. */
  readonly tool?: string;
  /** The project of requests that name none. */
  readonly project?: string;
  /** Directories to read rules from besides the usual places; relative to the directory that is opened. In place of `rules.dirs`. They have to exist. */
  readonly rulesDirs?: readonly string[];
  /** Whether the usual places are read. Default true. */
  readonly defaultRules?: boolean;
  /** The tools whose rule files are read, by the ids of their dialects. In place of `rules.dialects`. Default: every tool that is known. */
  readonly dialects?: readonly string[];
  /** Whether other tools' personal files, such as `~/.claude/rules`, are read as global rules. In place of `rules.personal`. Default false. */
  readonly personalRules?: boolean;
  /** Globs of directories below the project whose rules are left alone. In place of `rules.ignore`. */
  readonly ignore?: readonly string[];
  /** The path of a database with rules, relative to the directory that is opened; `true` means `.precept/rules.sqlite`. Default: none. */
  readonly sqlite?: string | boolean;
  /** Directories that file references may read from besides the project. In place of `references.allow`. */
  readonly referenceDirs?: readonly string[];
  /**
   * Directories outside the project that its configuration may let rules read from, and projects whose configuration may run commands, call
   * addresses and write outside of them. Default: none; a project that was cloned must not open doors.
   */
  readonly trustedDirs?: readonly string[];
  /** Directories with policies besides `.precept/policies`, relative to the directory that is opened. In place of `policies.dirs`. */
  readonly policyDirs?: readonly string[];
  /** The names of policies that come with Precept. In place of `policies.starters`. */
  readonly starterPolicies?: readonly string[];
  /** Whether changes are noticed by themselves. Default false: `reload` looks again. Watching keeps the process alive. */
  readonly watch?: boolean;
  /** Whether nothing is written: neither rules nor a database that is missing. Session rules can be added all the same. Default false. */
  readonly readOnly?: boolean;
  /**
   * Whether what was found out about policies is kept for the next program in `.precept/state`, though nothing else is written: to try out all patterns and
   * tests anew takes a second or two. Default: where the workspace is not read-only.
   */
  readonly remember?: boolean;
  /** Told what listeners throw. Default: nobody is. */
  readonly onListenerError?: (error: unknown) => void;
}
