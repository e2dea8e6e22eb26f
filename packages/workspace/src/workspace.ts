import type {
  Cancellable,
  Diagnostic,
  ReferenceReader,
  ResolveOptions,
  ResolveRequest,
  Resolution,
  Rule,
  Rulebook,
  RulebookEvent,
  RulebookEvents,
  RuleFilter,
  RuleStore,
  Scope,
} from "@precept/core";
import type { CheckOptions, PolicyEngine } from "@precept/enforcement";
import type { FsRoot } from "@precept/store-fs";
import type { Decision, Subject } from "@precept/governance";
import type { Config } from "./config/config.ts";
import type { WorkspaceChange } from "./feed.ts";
import type { Session } from "./session.ts";
import type { Settings } from "./settings.ts";
import type { StoreKind } from "./store-kinds.ts";

/** A directory that an agent works in, opened: its configuration, its rules wherever they are kept, and one feed of everything that changes. */
export interface Workspace extends AsyncDisposable {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Where a person's own rules are, absolute. */
  readonly home: string;
  /** What the configuration file says, as far as it can be used. */
  readonly config: Config;
  /** What the workspace works with: options, else the configuration, else defaults. */
  readonly settings: Settings;
  /** The directories that rules are read from, whether or not they exist, in the order that decides between rules of the same name. */
  readonly roots: readonly FsRoot[];
  /** `fs`, `sqlite` where the configuration asks for it, and `session`. A reload may put others in their place. */
  readonly stores: readonly RuleStore[];
  /** The same rules for whoever takes a rulebook. It stays the same through every reload, and ends with the workspace. */
  readonly rulebook: Rulebook;
  /** Reads the files that rules refer to, from the project and the directories that are allowed besides. */
  readonly references: ReferenceReader;
  /** Which rules apply to a request, in what order and why. What the request and the options leave open comes from the settings. */
  resolve(request?: ResolveRequest, options?: ResolveOptions & Cancellable): Promise<Resolution>;
  /** The policies that are enforced here. They are read when they are first asked for. */
  readonly policies: PolicyEngine;
  /** What the policies say about a text, or several. Nothing is done about it: see `policies.enforce`. */
  check(subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision>;
  /** All rules that pass the filter, those of every session included, ordered by name, then precedence. */
  list(filter?: RuleFilter): Promise<readonly Rule[]>;
  /**
   * The rule with this id, or the one of this name that takes precedence.
   *
   * @throws PreceptError `RULE_NOT_FOUND`, with the nearest names there are.
   */
  get(nameOrId: string): Promise<Rule>;
  /** What is wrong with the configuration, with the stores and with the documents that rules were read from. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  /**
   * Looks again: at the configuration, for rule directories, at everything the rules are kept in, and at policies, where they are in use. Requests that are under way are answered
   * from what was there when they came.
   *
   * @throws PreceptError `STORE_FAILED` where a store can't be opened or read; what it held before stays in use.
   */
  reload(options?: Cancellable): Promise<void>;
  /**
   * Calls the listener after every change: of rules, whichever store they are in, of the configuration, and of what is wrong; once for all that
   * changed together. One that throws harms nobody.
   *
   * @returns the function that ends the subscription.
   */
  subscribe(listener: (change: WorkspaceChange) => void): () => void;
  /** Listens to one kind of event of the rulebook. Returns the function that stops it. */
  on<Name extends RulebookEvent>(name: Name, listener: (event: RulebookEvents[Name]) => void): () => void;
  /** The session with this id; the same one until it ends. */
  session(id: string): Session;
  /**
   * The store that a new rule of a scope goes to: session rules to the memory, others to files, or into the database where no directory is for
   * their scope.
   *
   * @param kind the store that is wanted.
   * @throws PreceptError `SCOPE_UNSUPPORTED` if no store holds such rules, `STORE_UNSUITABLE` if the wanted one does not.
   */
  storeFor(scope: Scope, kind?: StoreKind): RuleStore;
}
