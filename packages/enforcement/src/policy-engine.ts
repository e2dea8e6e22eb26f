import type { Cancellable, Diagnostic, TextEdit } from "@precept/core";
import type {
  Baseline,
  Decision,
  FixedViolation,
  GovernanceTables,
  UnfixedViolation,
  Phase,
  Policy,
  PolicyContext,
  PolicyTestReport,
  SoftHook,
  SoftHookEffect,
  SoftHookKey,
  Subject,
} from "@precept/governance";
import type { AuditLog } from "@precept/audit-log";
import type { Checkpoint } from "./git/checkpoint.ts";
import type { CheckpointHistory, KeptCounts, PastRollback } from "./git/history.ts";
import type { Rollback } from "./git/roll-back.ts";

/** What changed in the policies of a workspace. The next check goes by it. */
export interface PoliciesChange {
  /** The ids of new and changed policies. */
  readonly saved: readonly string[];
  /** The ids of policies that are no longer in force. */
  readonly deleted: readonly string[];
  /** Everything that is wrong with policies now, whether or not it was before. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CheckOptions extends Cancellable {
  /** The phase of the work. Undefined: policies of all phases are checked. */
  readonly phase?: Phase;
  /** What is known about the work; `context_filter` of a policy asks for its values. */
  readonly context?: PolicyContext;
  /** Whether the work is to be of high quality, which raises some policies. Default false. */
  readonly highQuality?: boolean;
  /** Whether what the baseline file accepts is accepted. Default true. */
  readonly baseline?: boolean;
  /** The ids of the only policies to check. Default: all in force. */
  readonly only?: readonly string[];
}

/** What is done about violations that a policy can fix: nothing, an answer with the text to write, or writing it to the file. */
export type FixMode = "none" | "plan" | "write";

export interface EnforceOptions extends CheckOptions {
  /** Who is at work: advice is counted, and written down, by session and agent. Default `default` and `agent`. */
  readonly session?: string;
  readonly agent?: string;
  /** The use of a tool that this is about: advice counts as ignored once a use. Default: each call is one of its own. */
  readonly toolUse?: string;
  /** What is done about violations that a policy can fix. Default `plan`. */
  readonly fix?: FixMode;
}

/** A text that was fixed, or can be. Each change stood a second look; nothing else is broken by it. */
export interface FixedSubject {
  readonly file?: string;
  /** The whole text as it is to be. */
  readonly text: string;
  /** What makes it of the text that was checked. */
  readonly edits: readonly TextEdit[];
  readonly fixed: readonly FixedViolation[];
  /** What is still broken, and why it was not fixed. */
  readonly unfixed: readonly UnfixedViolation[];
  /** Whether it is in the file. Where it was asked for and is not, the file holds something else than the text that was checked. */
  readonly written: boolean;
}

/** What became of going back to a checkpoint. */
export type RollbackOutcome =
  /** It was done. Its `undo` is the command that brings back what was there. */
  | ({ readonly kind: "done" } & Rollback)
  /** There is nothing to go back to: no checkpoint was made in this session. */
  | { readonly kind: "none" }
  /** It could not be done, and nothing was changed. */
  | { readonly kind: "failed"; readonly problem: string; readonly hint?: string };

/** A decision, and what was done because of it. */
export interface EnforcedDecision extends Decision {
  /** Whether somebody has to stop: the action is TERMINATE. */
  readonly stops: boolean;
  /** Whether a person has to know. Where the configuration says how, they are being told; nobody waits for that, and it may fail. */
  readonly notifiesHuman: boolean;
  /** How many iterations it costs; MAX takes all that are left. A quick fix costs none. */
  readonly iterationPenalty: number | "MAX";
  /** The texts that were fixed, or can be, and stood a second look. */
  readonly fixes: readonly FixedSubject[];
  /** What became of going back to the last checkpoint; undefined where nobody asked for it. */
  readonly rollback: RollbackOutcome | undefined;
  /** What became of advice. */
  readonly softHooks: readonly SoftHookEffect[];
  /** The ids of the entries in the audit log. */
  readonly logIds: readonly string[];
}

/** A baseline after a change. */
export interface UpdatedBaseline {
  readonly baseline: Baseline;
  /** Its path, relative to the project. */
  readonly file: string;
}

export interface RegisterOptions {
  /** Whether the policies are written to `.precept/policies`, to stay. Default false: they are kept in memory. */
  readonly save?: boolean;
}

export interface RegisteredPolicies {
  readonly accepted: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Advice that is open, by whom it was given to. */
export interface SoftHooks {
  /** @param session default: all. */
  list(session?: string): Promise<readonly SoftHook[]>;
  /** Counts that advice was ignored in this use of a tool; a use counts once. */
  ignore(key: SoftHookKey, toolUse: string): Promise<readonly SoftHookEffect[]>;
  /** Advice that was taken is forgotten. */
  comply(key: SoftHookKey): Promise<readonly SoftHookEffect[]>;
  /** Takes the advice of a session along into one that goes on from it. */
  fork(from: string, to: string): Promise<void>;
  /** Forgets the advice of a session that is over. */
  end(session: string): Promise<void>;
}

/**
 * States of the work tree that can be gone back to. They are in its git repository, out of every branch. Everything that is done here fails with
 * the PreceptError `CHECKPOINT_FAILED`, with nothing changed: no repository, a merge under way, another git process at work.
 */
export interface Checkpoints {
  /**
   * Keeps the state of the work tree, for a rollback in this session to go back to. The oldest go where there are more than the configuration
   * keeps.
   */
  keep(session?: string): Promise<Checkpoint>;
  /** The checkpoints and rollbacks of this work tree. */
  history(): Promise<CheckpointHistory>;
  /** The files that `restore` would write or remove. */
  preview(id?: string): Promise<readonly string[]>;
  /** Takes the work tree back. What was there is kept, and comes back with `undo`. @param id default: the newest checkpoint. */
  restore(id?: string): Promise<Rollback>;
  /** Undoes a rollback. @param id default: the last one that was not undone. */
  undo(id?: string): Promise<PastRollback>;
  /** Lets go of all checkpoints but the newest, and of rollbacks only where it is said how many stay. Returns what is gone. */
  prune(keep: KeptCounts): Promise<CheckpointHistory>;
}

/**
 * The policies that a workspace enforces, and what enforces them. They are read, examined and tested when they are first asked for. After that
 * `reload` looks again; a workspace that watches does so by itself.
 */
export interface PolicyEngine {
  /** The policies in force, by id. */
  list(): Promise<readonly Policy[]>;
  get(id: string): Promise<Policy | undefined>;
  /** What severities, priorities and phases mean here. */
  tables(): Promise<GovernanceTables>;
  /** What is wrong with policy files, with policies that were refused, and with the baseline. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  /** Where a policy comes from: a path relative to the project, `starter:NAME`, or `memory`. */
  sourceOf(id: string): Promise<string | undefined>;
  /**
   * Puts policies in force that stand their own tests, or in the place of older versions of themselves.
   *
   * @param source YAML as in a policy file, or one policy as a value.
   */
  register(source: string | object, options?: RegisterOptions): Promise<RegisteredPolicies>;
  /** Runs the policies' own tests. @param id default: all in force. */
  test(id?: string): Promise<readonly PolicyTestReport[]>;
  /** What the policies say about texts. Nothing is done about it, and nothing written down. */
  check(subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision>;
  /** What the policies say about texts, in view of advice that was ignored; and what follows from it is done and written down. */
  enforce(subject: Subject | readonly Subject[], options?: EnforceOptions): Promise<EnforcedDecision>;
  readonly checkpoints: Checkpoints;
  readonly softHooks: SoftHooks;
  /** What was written down. */
  auditLog(): Promise<AuditLog>;
  /** What is accepted as of now. */
  baseline(): Promise<Baseline>;
  /**
   * Changes the baseline in its file, one process at a time, so that no entry of another is lost.
   *
   * @param change gets the baseline as the file has it now, and returns the one to write; `undefined` writes nothing.
   * @throws PreceptError `BASELINE_INVALID` where the file holds something other than a baseline.
   */
  updateBaseline(change: (current: Baseline) => Baseline | undefined): Promise<UpdatedBaseline>;
  /** Looks again at policy files and the baseline. What is broken by now stays in force as it was, and is reported. */
  reload(): Promise<void>;
  /** Calls the listener after every change. Returns the function that ends the subscription. */
  subscribe(listener: (change: PoliciesChange) => void): () => void;
}
