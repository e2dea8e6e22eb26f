import { randomUUID } from "node:crypto";
import { normalisePath, withoutUndefined, type Diagnostic } from "@precept/core";
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
  type Subject,
} from "@precept/governance";
import { normaliseSubjects, type ActivePolicies } from "../active-policies.ts";
import type { Approvals } from "../approvals.ts";
import type { EnforcedDecision, EnforceOptions, ReportViolationOptions, SoftHooks } from "../policy-engine.ts";
import type { EnforcementOptions, EnforcementProject } from "../project.ts";
import { resolveContext } from "../signals/resolve-context.ts";
import { ApprovalStore } from "./approval-store.ts";
import { askHumans, denyUnasked, type AskContext, type AskedDecision } from "./ask-humans.ts";
import { defaultSession, SessionCheckpoints } from "./checkpoints.ts";
import { DecisionLog } from "./decision-log.ts";
import { adviceOf, decideOnReport, effectsFor, quickFixTypeIn } from "./effects-of-decision.ts";
import { fixSubject, type CheckedSubject } from "./fix-subjects.ts";
import { createNotifications } from "./notification-messages.ts";
import { Notifier } from "./notifier.ts";
import { PlannedFixes } from "./planned-fixes.ts";
import { Problems, RecentDiagnostics } from "./recent-diagnostics.ts";
import { SequenceStore, decideCall, recordOutcome } from "./session-sequences.ts";
import { createApprovals, createSoftHooks, type SessionStores } from "./session-operations.ts";
import { SoftHookStore } from "./soft-hook-store.ts";
import { violationsToAudit } from "./write-audit.ts";

/** A decision before soft hooks are counted, and what it is about. */
interface Evaluated {
  readonly evaluated: Decision;
  readonly checked: readonly CheckedSubject[];
  /** The files that were checked as a whole. Undefined represents texts without a file. */
  readonly files: readonly (string | undefined)[];
}

/** Acts on decisions: fixes texts, counts soft hooks, rolls back, writes audit entries and sends notifications. */
export class Enforcer implements AsyncDisposable {
  readonly checkpoints: SessionCheckpoints;
  readonly #project: () => EnforcementProject;
  readonly #runner: PatternRunner;
  readonly #isReadOnly: boolean;
  readonly #stores: SessionStores;
  readonly #plannedFixes: PlannedFixes;
  readonly #notifier: Notifier;
  readonly #recentDiagnostics = new RecentDiagnostics();
  readonly decisionLog: DecisionLog;
  readonly approvals: Approvals;

  constructor(
    project: () => EnforcementProject,
    runner: PatternRunner,
    { readOnly: isReadOnly, endsSoon, shared }: Required<Omit<EnforcementOptions, "watch" | "onListenerError">>,
  ) {
    this.#project = project;
    this.#runner = runner;
    this.#isReadOnly = isReadOnly;
    this.checkpoints = new SessionCheckpoints(project, isReadOnly);
    const location = { project: project().confined, isReadOnly, endsSoon, shared };
    this.#stores = {
      softHooks: new SoftHookStore(location),
      approvals: new ApprovalStore(location),
      sequences: new SequenceStore(location),
    };
    this.decisionLog = new DecisionLog(project, isReadOnly, shared);
    this.#plannedFixes = new PlannedFixes(location, this.decisionLog);
    this.approvals = createApprovals(this.#stores, this.decisionLog);
    this.#notifier = new Notifier((reason) => void this.#recentDiagnostics.add("policies/not-notified", reason));
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#recentDiagnostics.latest;
  }

  async enforce(
    subject: Subject | readonly Subject[],
    active: ActivePolicies,
    given: EnforceOptions = {},
  ): Promise<EnforcedDecision> {
    const { root } = this.#project();
    const subjects = normaliseSubjects(subject, root);
    const { context, diagnostics } = resolveContext(given, active.signals, root);
    const options = { ...given, context };
    const { session = defaultSession, rollback = true } = options;
    const problems = new Problems(this.#recentDiagnostics);
    const { sequences } = this.#stores;
    const { decisions, call } = await decideCall(subjects, active, this.#runner, sequences, { ...options, session }, problems);
    // A terminated session writes nothing, and so does a call that a human has not approved yet.
    const mayWrite = !this.#isReadOnly && decisions.every(({ action }) => !stopsAgent(action) && !asksHuman(action));
    await this.#plannedFixes.recordApplied(session, subjects, problems);
    if (mayWrite && rollback) await this.checkpoints.ensure(session, problems);
    const fixOptions = options.fix === "write" && !mayWrite ? { ...options, fix: "plan" as const } : options;
    const checked: CheckedSubject[] = [];
    for (const [at, one] of subjects.entries()) {
      const decision = decisions[at];
      if (decision !== undefined)
        checked.push(await fixSubject({ subject: one, decision }, active, this.#runner, fixOptions, root));
    }
    // A fragment of a file cannot show that advice about the rest of it was followed.
    const files = subjects.filter(({ fragment }) => fragment !== true).map(({ file }) => file);
    const evaluated = joinDecisions(checked.map(({ decision }) => decision));
    const decision = await this.#act({ evaluated, checked, files }, active, { ...options, session }, problems);
    if (call !== undefined) await recordOutcome(call, decision, active, sequences, problems);
    return { ...decision, diagnostics: [...decision.diagnostics, ...problems.diagnostics, ...diagnostics] };
  }

  /** Lists what happened in sessions. */
  async sequences(session?: string): Promise<readonly SequenceRecord[]> {
    return this.#stores.sequences.list(session);
  }

  softHooks(active: () => ActivePolicies): SoftHooks {
    return createSoftHooks(this.#stores, this.decisionLog, active, this.#isReadOnly);
  }

  /** Acts on a violation of a policy that was found elsewhere. */
  async report(
    policy: Policy,
    { file, ...position }: ReportedLocation,
    active: ActivePolicies,
    options: ReportViolationOptions = {},
  ): Promise<EnforcedDecision> {
    options.signal?.throwIfAborted();
    const location = { ...position, ...(file !== undefined && { file: normalisePath(file, this.#project().root) }) };
    const evaluated = decideOnReport(policy, location, active.tables, options.phase);
    const problems = new Problems(this.#recentDiagnostics);
    // The text around the violation was not checked, so that no advice counts as followed.
    const decision = await this.#act({ evaluated, checked: [], files: [] }, active, options, problems);
    return { ...decision, diagnostics: [...decision.diagnostics, ...problems.diagnostics] };
  }

  /** Counts soft hooks, rolls back, writes audit entries and sends notifications. */
  async #act(
    { evaluated, checked, files }: Evaluated,
    active: ActivePolicies,
    options: ReportViolationOptions,
    problems: Problems,
  ): Promise<EnforcedDecision> {
    const {
      session = defaultSession,
      agent = "agent",
      toolUse = randomUUID(),
      phase,
      tool,
      rollback: mayRollBack = true,
    } = options;
    const { root } = this.#project();
    const actor = { session, agent };
    const check = softHookCheckOf(evaluated, { ...actor, toolUse }, files);
    const counted = await problems.attempt("policies/not-counted", () => this.#stores.softHooks.apply(check, active));
    const { state, effects } = counted ?? { state: { hooks: {} }, effects: [] };
    const escalated = escalateDecision(evaluated, state, actor);
    const asking = await this.#ask(escalated, checked, { ...options, ...actor }, problems);
    const { decision, questions } = asking;
    const actionEffects = decision.violations.map((violation) => effectsFor(violation, active));
    const rollback = mayRollBack ? await this.checkpoints.restoreAfter(decision, actionEffects, session, problems) : undefined;
    const context = { ...actor, ...withoutUndefined({ phase, tool, rollback }) };
    const audited = violationsToAudit(decision, checked, asking, (policy) => quickFixTypeIn(active, policy));
    const logIds = await this.decisionLog.recordDecision(audited, effects, asking.expired, context, problems);
    await this.#plannedFixes.remember(checked, audited, logIds, context, problems);
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
      stops: stopsAgent(decision.action),
      denies: stopsAgent(decision.action) || questions.some(({ denies }) => denies),
      questions,
      ...(asking.denialKeys !== undefined && { denialKeys: asking.denialKeys }),
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
      this.#plannedFixes[Symbol.asyncDispose](),
    ]);
  }

  /** Asks humans. If the stored answers cannot be read, none counts. */
  async #ask(
    decision: Decision,
    checked: readonly CheckedSubject[],
    context: AskContext,
    problems: Problems,
  ): Promise<AskedDecision> {
    try {
      return await askHumans(decision, checked, this.#stores.approvals, context);
    } catch (error) {
      context.signal?.throwIfAborted();
      problems.add("policies/not-asked", error);
      return denyUnasked(decision, checked, context);
    }
  }
}
