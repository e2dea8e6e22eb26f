import { randomUUID } from "node:crypto";
import { withoutUndefined, type Diagnostic } from "@precept/core";
import {
  asksHuman,
  escalateDecision,
  highestPenalty,
  joinDecisions,
  softHookCheckOf,
  stopsAgent,
  type Decision,
  type PatternRunner,
  type Policy,
  type ReportedLocation,
  type SequenceRecord,
  type SoftHookEvent,
  type SoftHookStep,
  type Subject,
} from "@precept/governance";
import type { ActivePolicies } from "../active-policies.ts";
import type { Approvals } from "../approvals.ts";
import type { EnforcedDecision, EnforceOptions, ReportViolationOptions, SoftHooks } from "../policy-engine.ts";
import type { EnforcementProject } from "../project.ts";
import { ApprovalStore } from "./approval-store.ts";
import { askHumans, denyUnasked, type AskContext, type AskedDecision } from "./ask-humans.ts";
import { CallDecider } from "./call-decider.ts";
import { defaultSession, SessionCheckpoints } from "./checkpoints.ts";
import { decideOnReport } from "./decide-on-report.ts";
import { DecisionLog } from "./decision-log.ts";
import { adviceOf, effectsFor, quickFixTypeIn } from "./effects-of-decision.ts";
import { FixRecords } from "./fix-records.ts";
import { fixSubject, type CheckedSubject } from "./fix-subjects.ts";
import { createNotifications } from "./notification-messages.ts";
import { Notifier } from "./notifier.ts";
import { RecentDiagnostics } from "./recent-diagnostics.ts";
import { SequenceStore } from "./sequence-store.ts";
import { createApprovals, createSoftHooks, type SessionStores } from "./session-operations.ts";
import { SessionRollback } from "./session-rollback.ts";
import { SoftHookStore } from "./soft-hook-store.ts";
import { violationsToAudit } from "./write-audit.ts";

/** A decision before soft hooks are counted, and what it is about. */
interface Evaluated {
  readonly evaluated: Decision;
  readonly checked: readonly CheckedSubject[];
  /** The files that were checked as a whole. Undefined represents texts without a file. */
  readonly files: readonly (string | undefined)[];
}

interface ActOptions extends ReportViolationOptions {
  /** The problems so far. Further ones are added. */
  readonly diagnostics: Diagnostic[];
}

/** Acts on decisions: fixes texts, counts soft hooks, rolls back, writes audit entries and sends notifications. */
export class Enforcer implements AsyncDisposable {
  readonly checkpoints: SessionCheckpoints;
  readonly #project: () => EnforcementProject;
  readonly #runner: PatternRunner;
  readonly #isReadOnly: boolean;
  readonly #stores: SessionStores;
  readonly #decider: CallDecider;
  readonly #rollback: SessionRollback;
  readonly #fixRecords: FixRecords;
  readonly #notifier: Notifier;
  readonly #recentDiagnostics = new RecentDiagnostics();
  /** Writes the audit log. */
  readonly decisionLog: DecisionLog;
  /** The operations on questions to humans. */
  readonly approvals: Approvals;

  constructor(project: () => EnforcementProject, runner: PatternRunner, isReadOnly: boolean) {
    this.#project = project;
    this.#runner = runner;
    this.#isReadOnly = isReadOnly;
    this.checkpoints = new SessionCheckpoints(project, isReadOnly);
    const { confined } = project();
    this.#stores = {
      softHooks: new SoftHookStore(confined, isReadOnly),
      approvals: new ApprovalStore(confined, isReadOnly),
      sequences: new SequenceStore(confined, isReadOnly),
    };
    this.#decider = new CallDecider(this.#stores.sequences, runner, this.#recentDiagnostics);
    this.#rollback = new SessionRollback(project, this.checkpoints, this.#recentDiagnostics, isReadOnly);
    this.decisionLog = new DecisionLog(project, this.#recentDiagnostics, isReadOnly);
    this.#fixRecords = new FixRecords(project(), this.decisionLog, this.#recentDiagnostics, isReadOnly);
    this.approvals = createApprovals(this.#stores, this.decisionLog);
    this.#notifier = new Notifier((reason) => void this.#recentDiagnostics.add("policies/not-notified", reason));
  }

  /** The latest diagnostics of enforcing decisions. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#recentDiagnostics.latest;
  }

  /** Evaluates the active policies on texts and acts on the decision. */
  async enforce(subjects: readonly Subject[], active: ActivePolicies, options: EnforceOptions): Promise<EnforcedDecision> {
    const { session = defaultSession, rollback = true } = options;
    const { root } = this.#project();
    const diagnostics: Diagnostic[] = [];
    const { decisions, call } = await this.#decider.decide(subjects, active, { ...options, session }, diagnostics);
    // A terminated session writes nothing, and so does a call that a human has not approved yet.
    const mayWrite = !this.#isReadOnly && decisions.every(({ action }) => !stopsAgent(action) && !asksHuman(action));
    await this.#fixRecords.recordApplied(session, subjects, diagnostics);
    if (mayWrite && rollback) await this.#rollback.ensureCheckpoint(session, diagnostics);
    const fixOptions = options.fix === "write" && !mayWrite ? { ...options, fix: "plan" as const } : options;
    const checked: CheckedSubject[] = [];
    for (const [at, subject] of subjects.entries()) {
      const decision = decisions[at];
      if (decision !== undefined) checked.push(await fixSubject({ subject, decision }, active, this.#runner, fixOptions, root));
    }
    // A fragment of a file cannot show that advice about the rest of it was followed.
    const files = subjects.filter(({ fragment }) => fragment !== true).map(({ file }) => file);
    const evaluated = joinDecisions(checked.map(({ decision }) => decision));
    const decision = await this.#act({ evaluated, checked, files }, active, { ...options, session, diagnostics });
    return call === undefined ? decision : this.#decider.recordOutcome(call, decision, active);
  }

  /** Lists what happened in sessions. */
  async sequences(session?: string): Promise<readonly SequenceRecord[]> {
    return this.#stores.sequences.list(session);
  }

  /** Returns the operations on soft hooks. @param active returns the active policies. */
  softHooks(active: () => ActivePolicies): SoftHooks {
    return createSoftHooks(this.#stores, this.decisionLog, active, this.#isReadOnly);
  }

  /** Acts on a violation of a policy that was found elsewhere. */
  async report(
    policy: Policy,
    location: ReportedLocation,
    active: ActivePolicies,
    options: ReportViolationOptions,
  ): Promise<EnforcedDecision> {
    options.signal?.throwIfAborted();
    const evaluated = decideOnReport(policy, location, active.tables, options.phase);
    const diagnostics: Diagnostic[] = [];
    // The text around the violation was not checked, so that no advice counts as followed.
    return this.#act({ evaluated, checked: [], files: [] }, active, { ...options, diagnostics });
  }

  /** Counts soft hooks, rolls back, writes audit entries and sends notifications. */
  async #act({ evaluated, checked, files }: Evaluated, active: ActivePolicies, options: ActOptions): Promise<EnforcedDecision> {
    const { session = defaultSession, agent = "agent", toolUse = randomUUID(), phase, rollback: mayRollBack = true } = options;
    const { diagnostics, tool } = options;
    const { root } = this.#project();
    const actor = { session, agent };
    const check = softHookCheckOf(evaluated, { ...actor, toolUse }, files);
    const { state, effects } = await this.#count(check, active, diagnostics);
    const escalated = escalateDecision(evaluated, state, actor);
    const asking = await this.#ask(escalated, checked, { ...options, ...actor }, diagnostics);
    const { decision, questions } = asking;
    const actionEffects = decision.violations.map((violation) => effectsFor(violation, active));
    const rollback = mayRollBack ? await this.#rollback.rollBack(decision, actionEffects, session, diagnostics) : undefined;
    const context = {
      ...actor,
      ...withoutUndefined({ phase, tool, rollback }),
    };
    const audited = violationsToAudit(decision, checked, asking, (policy) => quickFixTypeIn(active, policy));
    const logIds = await this.decisionLog.recordDecision(audited, effects, asking.expired, context, diagnostics);
    await this.#fixRecords.remember(checked, audited, logIds, context, diagnostics);
    const messages = createNotifications(decision, actionEffects, effects, {
      ...context,
      root,
      logIds,
      quickFixTypeOf: (policy) => quickFixTypeIn(active, policy),
    });
    const { notify } = this.#project().settings;
    if (notify !== undefined && !this.#isReadOnly) for (const message of messages) this.#notifier.send(message, notify, root);
    return {
      ...decision,
      diagnostics: [...decision.diagnostics, ...diagnostics],
      stops: stopsAgent(decision.action),
      denies: stopsAgent(decision.action) || questions.some(({ denies }) => denies),
      questions,
      advice: adviceOf(decision, state, actor, active),
      notifiesHuman: messages.some(({ recipient }) => recipient === "HUMAN_ADMIN"),
      iterationPenalty: highestPenalty(actionEffects.map(({ iterationPenalty }) => iterationPenalty)),
      fixes: checked.flatMap(({ fix }) => fix?.fixed ?? []),
      rollback,
      softHooks: effects,
      logged: audited.flatMap(({ violation, isShadow = false }) => {
        const logId = logIds.get(violation);
        return logId === undefined ? [] : [{ violation, logId, isShadow }];
      }),
      logIds: [...logIds.values()],
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#notifier[Symbol.asyncDispose]();
    await Promise.all([
      this.decisionLog[Symbol.asyncDispose](),
      ...Object.values(this.#stores).map((store: AsyncDisposable) => store[Symbol.asyncDispose]()),
      this.#fixRecords[Symbol.asyncDispose](),
    ]);
  }

  /** Asks humans. If the stored answers cannot be read, none counts. */
  async #ask(
    decision: Decision,
    checked: readonly CheckedSubject[],
    context: AskContext,
    diagnostics: Diagnostic[],
  ): Promise<AskedDecision> {
    try {
      return await askHumans(decision, checked, this.#stores.approvals, context);
    } catch (error) {
      context.signal?.throwIfAborted();
      diagnostics.push(this.#recentDiagnostics.add("policies/not-asked", error));
      return denyUnasked(decision, checked, context);
    }
  }

  async #count(event: SoftHookEvent, active: ActivePolicies, diagnostics: Diagnostic[]): Promise<SoftHookStep> {
    try {
      return await this.#stores.softHooks.apply(event, active);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/not-counted", error));
      return { state: { hooks: {} }, effects: [] };
    }
  }
}
