import type { SharedCache } from "./open-cache.ts";
import type { StoreKind } from "@precept/contract/values";
import type {
  Cancellable,
  Diagnostic,
  Embedder,
  ReferenceReader,
  ResolveRequest,
  Resolution,
  Rulebook,
  RuleStore,
  Scope,
  TenantOptions,
  TokenCounter,
} from "@precept/core";
import type { CheckOptions, PolicyEngine } from "@precept/enforcement";
import type { FsRoot } from "@precept/store-fs";
import type { Decision, Policy, Subject } from "@precept/governance";
import type { SessionType } from "@precept/agent-context";
import type { BootOptions, BootRequest, BootResult } from "./context/boot.ts";
import type { HandOverOptions } from "./context/hand-over.ts";
import type { WorkspaceContext } from "./context/workspace-context.ts";
import type { Config } from "./config/config.ts";
import type { WorkspaceChange } from "./feed.ts";
import type { WorkspaceResolveOptions } from "./options.ts";
import type { MemoryDelivery } from "./record-delivery.ts";
import type { Session } from "./session.ts";
import type { Settings } from "./settings.ts";
import type { ToolView } from "./tool-view.ts";

/** An open project directory: its configuration, rules from all stores, policies, and one feed of all changes. */
export interface Workspace
  extends AsyncDisposable, Pick<Rulebook, "find" | "get" | "list" | "listAll" | "on" | "search" | "withStores"> {
  /** The project directory, absolute. */
  readonly root: string;
  /** The user's Precept directory, absolute. */
  readonly home: string;
  /** The valid settings of the configuration file. */
  readonly config: Config;
  /** The effective settings: from options, the configuration and defaults. */
  readonly settings: Settings;
  /** Whether the user trusts the project: it can then run commands. The project's own files never grant this. */
  readonly isTrusted: boolean;
  /** Whether rules cannot be changed, by the option `readOnly`. Session rules can. */
  readonly isReadOnly: boolean;
  /** The rule directories, whether or not they exist, in the order of precedence. */
  readonly roots: readonly FsRoot[];
  /** The stores, one per kind. A reload may replace them. `withStores` also has the directories of other users. */
  readonly stores: readonly RuleStore[];
  /** The rulebook over all stores. It stays valid through every reload and is closed with the workspace. */
  readonly rulebook: Rulebook;
  /** Embeds prompts and rules. Closed with the workspace, or by a reload. Undefined if not configured. */
  readonly embedder: Embedder | undefined;
  /** The cache that servers share. Undefined without `cache.redis`. */
  readonly cache: SharedCache | undefined;
  /** Reads the files that rules refer to, from the project and the other allowed directories. */
  readonly references: ReferenceReader;
  /** Decides which rules apply to a request, in what order and why. The settings supply what is omitted. */
  resolve(request?: ResolveRequest, options?: WorkspaceResolveOptions): Promise<Resolution>;
  /**
   * Shows what a tool itself reads from the project for a request: its own files and other tools' files, exported
   * ones included, in its order and cut by its limits. Rules that are in no such file are listed as unserved.
   *
   * @param tool an id or an alias, such as `claude`.
   * @throws PreceptError `TOOL_UNKNOWN`.
   * @example
   * ```ts
   * import { openWorkspace } from "@precept/workspace";
   *
   * await using workspace = await openWorkspace(".");
   * const { files } = await workspace.seeAs("claude", { files: ["src/cart.tsx"] });
   * for (const { path, status, reason } of files) console.log(path, status, reason);
   * ```
   */
  seeAs(tool: string, request?: ResolveRequest, options?: WorkspaceResolveOptions): Promise<ToolView>;
  /**
   * Checks the name of a tool: the id or an alias of a supported tool, or a name that a rule has as a target.
   *
   * @param options the tenant that must see the rule. Default: the rules of all tenants count.
   * @throws PreceptError `TOOL_UNKNOWN`, with the known names.
   */
  checkTool(name: string, options?: TenantOptions): Promise<void>;
  /**
   * Returns the token counter that `resolve` uses. It is loaded when it is first needed.
   *
   * @throws PreceptError `TOKEN_COUNTER_FAILED` if the package that it needs is not installed.
   */
  tokenCounter(options?: { readonly model?: string | undefined }): Promise<TokenCounter>;
  /** The policies and their enforcement. They are loaded on first use. */
  readonly policies: PolicyEngine;
  /** The files that an agent boots from. Nothing is read or created before the first call. */
  readonly context: WorkspaceContext;
  /**
   * Boots an agent: loads its context, decides which rules apply to a request, and composes both into one prompt. The
   * first boot of a main session gets BOOTSTRAP.md.
   *
   * @throws PreceptError as `context.load`; `OPTION_VALUE_INVALID` without a session type.
   * @example
   * ```ts
   * import { openWorkspace } from "@precept/workspace";
   *
   * await using workspace = await openWorkspace(".");
   * const { prompt, files } = await workspace.boot({ sessionType: "main", session: "tty-1", prompt: "fix the cart" });
   * for (const { filePath, note } of files) if (note !== undefined) console.error(filePath, note);
   * ```
   */
  boot<Type extends SessionType>(request: BootRequest<Type>, options?: BootOptions): Promise<BootResult<Type>>;
  /**
   * Returns what the agent remembers, for a main session of a coding agent that reads its other files itself: MEMORY.md,
   * the daily notes, and BOOTSTRAP.md if it was not offered before. Empty if there is nothing. Never pass it to a session
   * that others see.
   *
   * @throws PreceptError as `context.load`.
   */
  handOverMemory(options?: HandOverOptions): Promise<string>;
  /** Records that the memory service returned rules to an agent, unless the settings disable records. Does not wait for the disk. */
  recordMemoryDelivery(delivery: MemoryDelivery): void;
  /** Returns the checks of the rules that have a `match`, as policies, without running their tests. @param request not used by an open workspace. */
  ruleChecks(request?: ResolveRequest): Promise<readonly Policy[]>;
  /** Checks texts against the policies, without acting on violations: see `policies.enforce`. */
  check(subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision>;
  /** The diagnostics of the configuration, the stores and the rule files. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  /**
   * Reads the configuration, searches for rule directories, and reads all stores again, and the policies if they are in
   * use. Pending requests are answered from the previous state.
   *
   * @throws PreceptError `STORE_FAILED` if a store cannot be opened or read. Its previous rules stay in use.
   */
  reload(options?: Cancellable): Promise<void>;
  /**
   * Calls the listener after every change of rules, configuration, policies or diagnostics, once for changes that
   * belong together. Errors of a listener do not affect the others.
   *
   * @returns a function that unsubscribes.
   */
  subscribe(listener: (change: WorkspaceChange) => void): () => void;
  /** Returns the session with this id: the same one until it ends. */
  session(id: string): Session;
  /**
   * Returns the store for a new rule of a scope that belongs to the workspace's own user and project: memory for
   * session rules; otherwise files, or the database if no rule directory has the scope.
   *
   * @param kind the requested kind of store. Default: any.
   * @throws PreceptError `SCOPE_UNSUPPORTED` if no store accepts such rules, `STORE_UNSUITABLE` if the requested one
   *   does not.
   */
  storeFor(scope: Scope, kind?: StoreKind): RuleStore;
}
