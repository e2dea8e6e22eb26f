import type { Channel, SessionType } from "@precept/contract/values";
import type {
  Embedder,
  ProgressListener,
  RelevanceOptions,
  ResolveOptions,
  ResolveRequest,
  RulebookResolveOptions,
  ProjectState,
} from "@precept/core";
import type { WatchBackend } from "@precept/files";
import type { TokenCounterId } from "@precept/token-counters";

/** The effective settings of the agent context. */
export interface ContextSettings {
  /** The directory of the context files, absolute. */
  readonly dir: string;
  /** The IANA time zone of the daily notes. Undefined: the system's. */
  readonly timeZone: string | undefined;
  /** In characters. Undefined means the default. */
  readonly maxFileCharacters: number | undefined;
  /** In characters. Undefined means the default. */
  readonly maxCharacters: number | undefined;
  /** Whether hooks give the memory to sessions of coding agents. Undefined: not in CI. */
  readonly hookSessions: SessionType | undefined;
}

/** The settings of the agent context that a caller can pass. They override the configuration. */
export interface ContextOptions extends Partial<Omit<ContextSettings, "dir">> {
  /** The directory of the context files, relative to the opened directory. Default: the project. */
  readonly dir?: string;
}

/** The options of one request. */
export interface WorkspaceResolveOptions extends RulebookResolveOptions {
  /**
   * The channel through which the answer reaches an agent. A request with a session then leaves a receipt in the records of the
   * session. Default: the answer reaches no agent.
   */
  readonly channel?: Channel | undefined;
  /** The id of the model that reads the rules, unless `tokens` has a counter. Default: the setting. */
  readonly model?: string | undefined;
  /**
   * `rules`: the rules for the tool of the request, which Precept delivers. `tool`: only what the tool itself reads
   * from the project's files, in its order and cut by its limits (see `Workspace.seeAs`). Default `rules`.
   */
  readonly view?: "rules" | "tool" | undefined;
}

/**
 * Options of `openWorkspace`. They override the environment variables `PRECEPT_HOME`, `PRECEPT_USER`,
 * `PRECEPT_TRUSTED_DIRS` and `PRECEPT_MANAGED_DIR`, and these the configuration.
 */
export interface WorkspaceOptions extends ResolveOptions {
  /** Whether to search the directory and its parents for the project, as `findProject` does. Default false. */
  readonly discover?: boolean;
  /** Whether to search subdirectories of an unmarked directory for rules. Default: not with `discover`. */
  readonly searchUnmarked?: boolean;
  /** The user's Precept directory, with global rules and the rules of users. Default: `PRECEPT_HOME`, else `~/.precept`. */
  readonly home?: string;
  /**
   * The user whose personal rules are read, and the default user of requests. Undefined: the user of the configuration, if
   * it has one. Default: `PRECEPT_USER`.
   */
  readonly user?: string | undefined;
  /** The default tool of requests. */
  readonly tool?: string;
  /** The default project of requests. */
  readonly project?: string;
  /** What counts tokens, unless `tokens` has a counter. Overrides `tokens.counter`. Default `tokenx`, an estimate. */
  readonly tokenCounter?: TokenCounterId;
  /** The id of the model that reads the rules, such as `claude-opus-4-7`. Overrides `tokens.model`. Default: none. */
  readonly model?: string;
  /** Additional rule directories, relative to the opened directory. They must exist. Overrides `rules.dirs`. */
  readonly rulesDirs?: readonly string[];
  /** Whether to read the default rule directories. Default true. */
  readonly defaultRules?: boolean;
  /** The dialect ids of the tools whose rule files are read. Overrides `rules.dialects`. Default: all tools. */
  readonly dialects?: readonly string[];
  /** Whether to read personal files of other tools (`~/.claude/rules`). Overrides `rules.personal`. Default false. */
  readonly personalRules?: boolean;
  /** Globs of directories whose rules are ignored. Overrides `rules.ignore`. */
  readonly ignore?: readonly string[];
  /** A SQLite database of rules, relative to the opened directory; `true`: `.precept/rules.sqlite`. Default: none. */
  readonly sqlite?: string | boolean;
  /** Directories outside the project that file references can read from. Overrides `references.allow`. */
  readonly referenceDirs?: readonly string[];
  /**
   * Directories that the user trusts. A project's configuration can let rules read from them. A project inside one of
   * them can also run commands, call URLs and write outside the project. Default: `PRECEPT_TRUSTED_DIRS`, else none: a
   * cloned project may be hostile.
   */
  readonly trustedDirs?: readonly string[];
  /** Additional policy directories, relative to the opened directory. Overrides `policies.dirs`. */
  readonly policyDirs?: readonly string[];
  /**
   * Directories with managed policies besides the system's (`/etc/precept/policies` on Linux), which always applies.
   * Projects cannot replace, change, suppress or accept their policies. Absolute paths that other users cannot write
   * to. Default: `PRECEPT_MANAGED_DIR`, else none.
   */
  readonly managedPolicyDirs?: readonly string[];
  /** The names of starter policies that come with Precept. Overrides `policies.starters`. */
  readonly starterPolicies?: readonly string[];
  /** Embeds prompts and rules. Not disposed of. Overrides `search.embedder`. Default: search by words. */
  readonly embedder?: Embedder;
  /** Which `relevant` rules apply to a request with a prompt. Overrides `search`. */
  readonly relevance?: RelevanceOptions;
  /** The directory, time zone and limits of the agent context. Overrides `context`. */
  readonly context?: ContextOptions;
  /** Returns the current time, which decides which daily notes are loaded. Default: the system's clock. */
  readonly now?: () => Date;
  /**
   * The request that the workspace is opened for. Without a prompt and names of rules, only the directories above its
   * files and those with known rules are searched, the others before anything else is asked. `diagnostics`, and a list
   * of rules that do not apply, can lack rules of new directories. Not with `watch`. Default: all directories are
   * searched.
   */
  readonly searchFor?: ResolveRequest | undefined;
  /** Whether to watch for changes. Default false: call `reload`. Watching keeps the process alive. */
  readonly watch?: boolean;
  /** How changes are noticed: by events, or by polling, for mounts without events. Overrides `watch.backend`. */
  readonly watchBackend?: WatchBackend;
  /** Where the state of policies is, for several servers of a project. Default: databases and files in the project. */
  readonly shared?: ProjectState;
  /** Whether to refuse writes and not create a missing database. Session rules can still be added. Default false. */
  readonly readOnly?: boolean;
  /** Whether the rule directories of users other than `user` can be written, as by a server. Default `read-only`. */
  readonly userDirs?: "read-only" | "writable";
  /** Whether to cache validated policies and configurations in `home`. Default: only without `readOnly`. */
  readonly remember?: boolean;
  /** Whether to count uses of rules in a writable database. Default: only without `readOnly`. */
  readonly countUse?: boolean;
  /** Whether to read the rules on first use instead of on opening. Earlier changes are not published. Default false. */
  readonly lazyRules?: boolean;
  /** Receives the progress of searching for rule directories and of reading their files. Default: none. */
  readonly onProgress?: ProgressListener;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}
