import type { Cancellable, Diagnostic, PromptFormat, Resolution, ResolveOptions, ResolveRequest } from "@precept/core";
import type {
  Decision,
  EnforcedOutcome,
  EnforceOptions,
  GovernanceTables,
  Policy,
  PolicyContext,
  Subject,
} from "@precept/governance";

/** A rule to propose, and the sentence of the user that it comes from. */
interface ProposedGuidance {
  readonly content: string;
  readonly said: string;
}

/** The project that a hook runs for: a `Workspace` of `@precept/workspace`. */
export interface HookWorkspace {
  /** The project directory, absolute. */
  readonly root: string;
  readonly policies: HookPolicies;
  /** The configuration of the project. */
  readonly settings: {
    readonly answer: { readonly format?: PromptFormat };
    readonly context: { readonly hookSessions: "main" | "shared" | undefined };
    /** Whether what agents receive is recorded. Absent: yes. */
    readonly sessions?: { readonly isRecorded: boolean };
    /** Whether rules are proposed from what the user corrects. Absent: no. */
    readonly memory?: { readonly captures: boolean };
  };
  /**
   * Proposes rules, which wait for the approval of a person. A text that a rule has already, or that is similar to one,
   * is left out. Absent: no rules are proposed.
   */
  readonly propose?: (guidance: readonly ProposedGuidance[], session: string) => Promise<void>;
  /** Returns the checks of rules that have a `match`. Absent: there are none. */
  readonly ruleChecks?: (request: ResolveRequest) => Promise<readonly Policy[]>;
  /** Returns what the agent remembers, for a main session: MEMORY.md, daily notes and an offered BOOTSTRAP.md. */
  handOverMemory(options?: { readonly session?: string | undefined; readonly maxCharacters?: number }): Promise<string>;
  /** Decides which rules apply to a request. */
  resolve(request?: ResolveRequest, options?: Cancellable & Pick<ResolveOptions, "requestBy" | "format">): Promise<Resolution>;
}

/** The part of a policy engine that a hook uses. */
export interface HookPolicies {
  list(): Promise<readonly Policy[]>;
  tables(): Promise<GovernanceTables>;
  /** Returns the diagnostics of loading the policies, with the errors of the configuration because of which some can be missing. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  enforce(subjects: readonly Subject[], options: HookEnforceOptions): Promise<HookOutcome>;
  /** Evaluates the checks of rules, without side effects. */
  observe(policies: readonly Policy[], subjects: readonly Subject[], options: ObserveOptions): Promise<Decision>;
}

/** A decision, with the diagnostics of enforcing it. */
interface HookOutcome extends EnforcedOutcome {
  readonly diagnostics: readonly Diagnostic[];
}

/** How the checks of rules are evaluated. */
interface ObserveOptions extends Pick<EnforceOptions, "signal"> {
  readonly context: PolicyContext;
}

/** How policies are enforced on a tool call. `onAsk`: `host` if the host asks its user; undefined: no one is asked. */
export interface HookEnforceOptions extends Pick<EnforceOptions, "signal" | "tool" | "toolUse" | "call"> {
  readonly session: string;
  readonly agent: string;
  readonly context: PolicyContext;
  readonly fix: "plan";
  readonly onAsk: "host" | undefined;
}
