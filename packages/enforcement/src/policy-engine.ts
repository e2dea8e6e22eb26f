import type { Diagnostic, TextEdit } from "@precept/core";
import type {
  AskHuman,
  Baseline,
  CheckOptions as BaseCheckOptions,
  Decision,
  EnforcedOutcome,
  EnforceOptions as BaseEnforceOptions,
  FixedViolation,
  GovernanceTables,
  LocatedPolicy,
  MatchStep,
  UnfixedViolation,
  Policy,
  PolicyContext,
  PolicyTestReport,
  ReportedLocation,
  SequenceRecord,
  SignalKey,
  SoftHook,
  SoftHookEffect,
  SoftHookKey,
  Subject,
  Violation,
} from "@precept/governance";
import type { AuditLog } from "@precept/audit-log";
import type { Approvals } from "./approvals.ts";
import type { Checkpoint } from "./git/checkpoint.ts";
import type { CheckpointHistory, RetentionCounts, PastRollback } from "./git/history.ts";
import type { Rollback } from "./git/roll-back.ts";
import type { PolicySourceOf, Registrant } from "./policy-source.ts";

/** Values of the context that a program vouches for, such as the branch of its users or the role of a token. */
export type TrustedSignals = Readonly<Partial<Record<SignalKey | "role", string>>>;

/** A change of the active policies. */
export interface PoliciesChange {
  /** The ids of new and changed policies. */
  readonly saved: readonly string[];
  /** The ids of policies that are no longer active. */
  readonly deleted: readonly string[];
  /** All current diagnostics, old and new. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CheckOptions extends BaseCheckOptions {
  /** Context values of a trusted program, which replace all others. Never pass on values from a client or an agent. */
  readonly signals?: TrustedSignals;
  /** Whether to accept the violations in the baseline file. Default true. */
  readonly baseline?: boolean;
}

/** What to do about fixable violations: nothing, return the fixed text, or write it to the file. */
export type FixMode = "none" | "plan" | "write";

export interface EnforceOptions extends CheckOptions, Omit<BaseEnforceOptions, "onAsk"> {
  /** What to do about fixable violations. Default `plan`. */
  readonly fix?: FixMode;
  /** Whether to save and restore checkpoints of the session, if the settings enable rollbacks. Default true. */
  readonly rollback?: boolean;
  /**
   * Asks a human about violations with the action ASK without a stored answer. `host`: the caller asks its own user, so
   * that nothing is stored or denied here. Default: the question stays open for `approvals`, and P0 and P1 deny the
   * call.
   */
  readonly onAsk?: AskHuman | "host" | undefined;
}

/** Options of reporting a violation. */
export type ReportViolationOptions = Pick<
  EnforceOptions,
  "phase" | "session" | "agent" | "tool" | "toolUse" | "rollback" | "signal" | "onAsk" | "askTimeout" | "highQuality"
>;

/** A violation and its entry in the audit log. */
export interface LoggedViolation {
  readonly violation: Violation;
  readonly logId: string;
  /** Whether its policy is in shadow mode. */
  readonly isShadow: boolean;
}

/** A fixed text. Each fix was verified: it removes its violation and causes no other. */
export interface FixedSubject {
  readonly file?: string;
  /** The whole fixed text. */
  readonly text: string;
  /** The edits from the checked text to the fixed one. */
  readonly edits: readonly TextEdit[];
  readonly fixed: readonly FixedViolation[];
  /** The remaining violations, and why they were not fixed. */
  readonly unfixed: readonly UnfixedViolation[];
  /** Whether the file was written. With `fix: "write"` it is not if its contents differ from the checked text. */
  readonly written: boolean;
}

/** The outcome of an automatic rollback. */
export type RollbackOutcome =
  /** The working tree was restored. `undo` is the command that undoes the rollback. */
  | ({ readonly kind: "done" } & Rollback)
  /** The session has no checkpoint. */
  | { readonly kind: "none" }
  /** The rollback failed and changed nothing. */
  | { readonly kind: "failed"; readonly problem: string; readonly hint?: string };

/** A decision and what was done about it. */
export interface EnforcedDecision extends EnforcedOutcome {
  /** The fixed texts, written or planned. */
  readonly fixes: readonly FixedSubject[];
  /** The outcome of the rollback; undefined if none was requested. */
  readonly rollback: RollbackOutcome | undefined;
  /** The changes of soft hooks. */
  readonly softHooks: readonly SoftHookEffect[];
  /** The audited violations: of the decision except advice, plus fixed ones and ones in shadow mode. */
  readonly logged: readonly LoggedViolation[];
}

/** A baseline after a change. */
export interface UpdatedBaseline {
  readonly baseline: Baseline;
  /** The path of the file, relative to the project. */
  readonly file: string;
}

export interface RegisterOptions {
  /** Whether to save the policies in `.precept/policies`. Default false: they are in memory only. */
  readonly save?: boolean;
  /**
   * The client that registers. It can add policies and replace its own, which cannot roll back or change the outcome of
   * others. Default: the program itself, which can replace any policy but managed ones.
   */
  readonly by?: Registrant;
}

export interface RegisteredPolicies {
  readonly accepted: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The open soft hooks: advice that agents have not complied with. */
export interface SoftHooks {
  /** Lists open soft hooks. @param session default: all sessions. */
  list(session?: string): Promise<readonly SoftHook[]>;
  /** Counts a soft hook as ignored, once per tool use. */
  ignore(key: SoftHookKey, toolUse: string): Promise<readonly SoftHookEffect[]>;
  /** Resolves a soft hook that the agent complied with. */
  comply(key: SoftHookKey): Promise<readonly SoftHookEffect[]>;
  /** Copies the soft hooks of a session to another one that continues it. */
  fork(from: string, to: string): Promise<void>;
  /** Deletes the soft hooks of a session. */
  end(session: string): Promise<void>;
}

/**
 * Saved states of the working tree in its git repository, outside of all branches. A method that fails changes no file,
 * and throws for example `NOT_A_GIT_REPOSITORY`, `GIT_OPERATION_IN_PROGRESS`, `GIT_BUSY` or `CHECKPOINT_FAILED`.
 */
export interface Checkpoints {
  /** Saves the working tree for rollbacks of this session. Deletes the oldest checkpoints beyond `keepCheckpoints`. */
  create(session?: string): Promise<Checkpoint>;
  /** Lists the checkpoints and rollbacks of this working tree. */
  history(): Promise<CheckpointHistory>;
  /** Lists the files that `restore` would write or remove. @param id default: the newest checkpoint. */
  preview(id?: string): Promise<readonly string[]>;
  /** Restores a checkpoint. The state before it is saved for `undo`. @param id default: the newest checkpoint. */
  restore(id?: string): Promise<Rollback>;
  /** Undoes a rollback. @param id default: the newest one that was not undone. */
  undo(id?: string): Promise<PastRollback>;
  /** Deletes all checkpoints but the newest, and old rollbacks if `rollbacks` is set. Returns what was deleted. */
  prune(retain: RetentionCounts): Promise<CheckpointHistory>;
}

/** Loads, checks and enforces policies. It loads them on first use; `reload`, or `watch: true`, reads changes. */
export interface PolicyEngine {
  /** Lists the active policies: managed ones first, ordered by id. */
  list(): Promise<readonly Policy[]>;
  /** Returns an active policy; undefined if there is none with this id. */
  get(id: string): Promise<Policy | undefined>;
  /** Returns the tables that map severities, priorities and phases. */
  tables(): Promise<GovernanceTables>;
  /** Returns the diagnostics of policy files, rejected policies, the baseline and failed enforcement. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  /** Returns the source of a policy: `managed:FILE`, a path relative to the project, `starter:NAME`, or `memory`. */
  sourceOf(id: string): Promise<string | undefined>;
  /**
   * Returns the text of a policy file with an active policy alone: of its own file, with its comments, or a printed one.
   *
   * @throws PreceptError `POLICY_UNKNOWN`
   */
  textOf(id: string): Promise<string>;
  /** Returns the source of a policy with its kind, and who registered it. */
  originOf(id: string): Promise<PolicySourceOf | undefined>;
  /** Activates policies that pass their tests, and logs all. @param source YAML as in a policy file, or one policy. */
  register(source: string | object, options?: RegisterOptions): Promise<RegisteredPolicies>;
  /**
   * Removes a policy that was registered at run time, or saved by `register`, and logs it. @param by the client. Default:
   * the program itself. @throws PreceptError `POLICY_UNKNOWN`; `POLICY_DEFINED_ELSEWHERE` for all other policies;
   * `WORKSPACE_READ_ONLY`
   */
  remove(id: string, by?: Registrant): Promise<void>;
  /** Validates policies as `register` does, and activates none. @param source YAML as in a policy file. */
  validate(source: string): Promise<RegisteredPolicies>;
  /** Validates policies as loading does: their patterns and tests. Activates none. */
  validateParsed(policies: readonly LocatedPolicy[]): Promise<RegisteredPolicies>;
  /** Runs the tests of policies. @param selection the id of an active policy, or other policies. Default: all active policies. */
  test(selection?: string | readonly Policy[]): Promise<readonly PolicyTestReport[]>;
  /** Returns the context of policies: the caller's values, and the signals of git and the machine that policies use. */
  contextFor(options?: Pick<CheckOptions, "context" | "signals">): Promise<PolicyContext>;
  /** Evaluates the policies on texts, without side effects. */
  check(subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision>;
  /** Evaluates policies that are not active, such as the checks of rules, without side effects. Violations are in `shadowed`. */
  observe(policies: readonly Policy[], subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision>;
  /** Evaluates each condition of one policy alone on a text. @param id an active policy. */
  trace(id: string, subject: Subject, options?: CheckOptions): Promise<readonly MatchStep[]>;
  /** Evaluates texts, escalates ignored advice, and acts on the decision: fixes, audit, notifications, rollback. */
  enforce(subject: Subject | readonly Subject[], options?: EnforceOptions): Promise<EnforcedDecision>;
  /**
   * Records a violation that was found elsewhere, and acts on it like `enforce`. A disabled policy is skipped; a
   * violation of a policy in shadow mode has no effect. @throws PreceptError `POLICY_UNKNOWN`, `POLICY_REFUSED`
   */
  report(id: string, location: ReportedLocation, options?: ReportViolationOptions): Promise<EnforcedDecision>;
  readonly checkpoints: Checkpoints;
  /** Lists what policies with a sequence remember of sessions. @param session default: all sessions. */
  sequences(session?: string): Promise<readonly SequenceRecord[]>;
  readonly softHooks: SoftHooks;
  /** The questions to humans of policies with the action ASK. */
  readonly approvals: Approvals;
  /** Returns the audit log. */
  auditLog(): Promise<AuditLog>;
  /** Returns the accepted violations. */
  baseline(): Promise<Baseline>;
  /** Changes the baseline under a lock; `undefined` writes nothing. @throws PreceptError `BASELINE_INVALID` */
  updateBaseline(change: (current: Baseline) => Baseline | undefined): Promise<UpdatedBaseline>;
  /** Reads policies and the baseline again. Of a file with errors, the last valid version remains active. */
  reload(): Promise<void>;
  /** Calls the listener after every change. Returns the function that unsubscribes. */
  subscribe(listener: (change: PoliciesChange) => void): () => void;
}
