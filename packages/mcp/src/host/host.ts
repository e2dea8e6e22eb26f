import type { Diagnostic } from "@precept/core";
import type { Decision, GovernanceTables, Phase, Policy, PolicyContext, Subject } from "@precept/governance";

/** How a text is to be looked at. */
export interface HostCheckOptions {
  /** The phase of the work. Undefined: policies of all phases are checked. */
  readonly phase?: Phase;
  /** What is known about the work; `context_filter` of a policy asks for its values. */
  readonly context?: PolicyContext;
  /** The ids of the only policies to check. Default: all in force. */
  readonly only?: readonly string[];
  /** Aborted when the client takes its request back, or is gone. */
  readonly signal?: AbortSignal;
}

export interface HostEnforceOptions extends HostCheckOptions {
  /** Who is at work: advice is counted by session and agent. */
  readonly session?: string;
  readonly agent?: string;
}

/** A text that was corrected, and stood a second look. */
export interface HostFix {
  readonly file?: string;
  /** The whole text as it is to be. */
  readonly text: string;
}

/** What became of going back to the last checkpoint. */
export interface HostRollback {
  /** `none`: there was no checkpoint. `failed`: nothing was changed. */
  readonly kind: "done" | "none" | "failed";
  /** The command that brings back what was there. */
  readonly undo?: string;
  /** The files that were written or removed. */
  readonly changed?: readonly string[];
  /** Why it failed. */
  readonly problem?: string;
}

/** A decision, and what follows from it. */
export interface EnforcedHostDecision extends Decision {
  /** Whether somebody has to stop. */
  readonly stops: boolean;
  readonly notifiesHuman: boolean;
  /** How many iterations it costs; MAX takes all that are left. */
  readonly iterationPenalty: number | "MAX";
  readonly fixes: readonly HostFix[];
  /** Absent where nobody asked for one. */
  readonly rollback?: HostRollback | undefined;
  /** The ids of the entries in the audit log. */
  readonly logIds: readonly string[];
}

export interface HostRegistration {
  readonly accepted: readonly Policy[];
  /** With an error among them, something was refused. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a rule engine's server asks of whoever keeps the policies: a workspace, or a program of its own. */
export interface RuleEngineHost {
  /** What severities and phases mean here. Default: what they mean everywhere. */
  tables?(): Promise<GovernanceTables>;
  /** The policies in force. */
  policies(): Promise<readonly Policy[]>;
  /**
   * Puts policies in force that stand their own tests.
   *
   * @param source YAML as in a policy file, or one policy as a value.
   */
  register(source: string | object): Promise<HostRegistration>;
  /** What the policies say about a text. Nothing follows from it. */
  check(subject: Subject, options: HostCheckOptions): Promise<Decision>;
  /** What the policies say about a text; and what follows from it is done. */
  enforce(subject: Subject, options: HostEnforceOptions): Promise<EnforcedHostDecision>;
  /** Calls the listener after every change of the policies. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}
