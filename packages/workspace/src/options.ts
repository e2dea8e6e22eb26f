import type {
  Embedder,
  ProgressListener,
  RelevanceOptions,
  ResolveOptions,
  ResolveRequest,
  RulebookResolveOptions,
} from "@precept/core";
import type { TokenCounterId } from "@precept/token-counters";
import type { ContextOptions } from "./context-settings.ts";

/** The options of one request. */
export interface WorkspaceResolveOptions extends RulebookResolveOptions {
  /** The id of the model that reads the rules, for the count of tokens. Default: that of the workspace. Not used if `tokens` has a counter. */
  readonly model?: string | undefined;
  /**
   * What the answer is: `rules`, the rules for the tool of the request, which Precept delivers; or `tool`, only what the tool itself reads from the
   * project's files, in its order and cut by its limits (see `Workspace.seeAs`). Default `rules`.
   */
  readonly view?: "rules" | "tool" | undefined;
}

/**
 * The options of `openWorkspace`. Options override the configuration file, which overrides the defaults. Environment variables are not read.
 */
export interface WorkspaceOptions extends ResolveOptions {
  /** Whether to search the directory and its parents for the project, as `findProject` does. Default false: the directory is the project. */
  readonly discover?: boolean;
  /**
   * Whether the subdirectories of a directory that nothing marks as a project are searched for rules. Default false with `discover`, since it can be a home
   * directory; else true.
   */
  readonly searchUnmarked?: boolean;
  /** The user's Precept directory, with global rules and the rules of users. Default `~/.precept`. */
  readonly home?: string;
  /** The user whose personal rules are read, and the default user of requests. */
  readonly user?: string;
  /** The default tool of requests. */
  readonly tool?: string;
  /** The default project of requests. */
  readonly project?: string;
  /** What counts tokens, unless `tokens` has a counter. Overrides `tokens.counter`. Default `tokenx`, an estimate. */
  readonly tokenCounter?: TokenCounterId;
  /** The id of the model that reads the rules, such as `claude-opus-4-7`, for the count of tokens. Overrides `tokens.model`. Default: none. */
  readonly model?: string;
  /** Additional rule directories, relative to the opened directory. They must exist. Overrides `rules.dirs`. */
  readonly rulesDirs?: readonly string[];
  /** Whether to read the default rule directories. Default true. */
  readonly defaultRules?: boolean;
  /** The dialect ids of the tools whose rule files are read. Overrides `rules.dialects`. Default: all supported tools. */
  readonly dialects?: readonly string[];
  /** Whether to read personal files of other tools, such as `~/.claude/rules`, as global rules. Overrides `rules.personal`. Default false. */
  readonly personalRules?: boolean;
  /** Globs of directories whose rules are ignored. Overrides `rules.ignore`. */
  readonly ignore?: readonly string[];
  /** The path of a SQLite database of rules, relative to the opened directory; `true` means `.precept/rules.sqlite`. Default: none. */
  readonly sqlite?: string | boolean;
  /** Directories outside the project that file references can read from. Overrides `references.allow`. */
  readonly referenceDirs?: readonly string[];
  /**
   * Directories that the user trusts. The configuration of a project can let rules read from them; that of a project inside one of them can also run
   * commands, call URLs and write outside the project. Default: none, since the configuration of a cloned project may be hostile.
   */
  readonly trustedDirs?: readonly string[];
  /** Additional policy directories, relative to the opened directory. Overrides `policies.dirs`. */
  readonly policyDirs?: readonly string[];
  /**
   * Further directories with managed policies, whose policies the project cannot replace, change, suppress or accept. Policies in the system's directory
   * (`/etc/precept/policies` on Linux) always apply, before these. Directories that other users can write to are refused. Absolute paths. Default: none.
   */
  readonly managedPolicyDirs?: readonly string[];
  /** The names of starter policies that come with Precept. Overrides `policies.starters`. */
  readonly starterPolicies?: readonly string[];
  /**
   * Embeds prompts and rules, for search by meaning. The workspace does not dispose of it. Overrides `search.embedder`. Default: none, so that rules are
   * found by words.
   */
  readonly embedder?: Embedder;
  /** Which `relevant` rules apply to a request with a prompt. Overrides `search`. */
  readonly relevance?: RelevanceOptions;
  /** The directory, time zone and limits of the agent context. Overrides `context`. */
  readonly context?: ContextOptions;
  /** Returns the current time, which decides which daily notes are loaded. Default: the system's clock. */
  readonly now?: () => Date;
  /**
   * The request that the workspace is opened for. If it has neither a prompt nor names of rules, only the directories above its files are searched, and those in
   * which rules were found before. The others are searched before anything else is asked. A list of the rules that do not apply, and
   * `diagnostics`, can lack rules of directories that were created since. Not with `watch`. Default: all directories are searched.
   */
  readonly searchFor?: ResolveRequest | undefined;
  /** Whether to watch for changes. Default false: call `reload`. Watching keeps the process alive. */
  readonly watch?: boolean;
  /** Whether to refuse writes and not create a missing database. Session rules can still be added. Default false. */
  readonly readOnly?: boolean;
  /**
   * Whether the rule directories of other users than `user` can be written. A server that answers for many users writes their rules; a user's own program
   * only reads those of others. Default `read-only`.
   */
  readonly userDirs?: "read-only" | "writable";
  /**
   * Whether to cache parsed and validated policies and configurations in the user's Precept directory even if `readOnly` is set. Validating all patterns
   * and tests again takes a second or two. Default: only if the workspace is not read-only.
   */
  readonly remember?: boolean;
  /**
   * Whether to count uses of rules in a database that this process may write even if `readOnly` is set. Default: only if the workspace is not read-only.
   */
  readonly countUse?: boolean;
  /**
   * Whether to read the rules on first use instead of on opening, for a program that may not need them. Changes before the first use are not published.
   * Default false.
   */
  readonly lazyRules?: boolean;
  /** Receives the progress of the search for rule directories, and of reading their files. Default: it is not reported. */
  readonly onProgress?: ProgressListener;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}
