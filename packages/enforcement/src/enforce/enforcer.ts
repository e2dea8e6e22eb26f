import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PreceptError, type Diagnostic } from "@precept/core";
import {
  asksHuman,
  effectsOf,
  escalateDecision,
  highestPenalty,
  joinDecisions,
  softHookCheckOf,
  softHookId,
  stopsAgent,
  thresholdOf,
  type ActionEffects,
  type ApprovalAnswer,
  type Decision,
  type OpenAdvice,
  type PatternRunner,
  type Policy,
  type ReportedLocation,
  type SequenceCall,
  type SequenceRecord,
  type SoftHookActor,
  type SoftHookEffect,
  type SoftHookEvent,
  type SoftHookState,
  type SoftHookStep,
  type Subject,
  type Violation,
} from "@precept/governance";
import { makePrivateDirectory, messageOf } from "@precept/files";
import { createAuditLog, type AuditLog } from "@precept/audit-log";
import type { Approval, Approvals } from "../approvals.ts";
import { report } from "../diagnostic-catalogue.ts";
import { defaultAuditDir } from "../paths.ts";
import { shortKeyOf } from "../soft-hook-key.ts";
import type { EnforcementProject } from "../project.ts";
import { decideEach, type ActivePolicies } from "../active-policies.ts";
import type { EnforcedDecision, EnforceOptions, ReportViolationOptions, RollbackOutcome, SoftHooks } from "../policy-engine.ts";
import { ApprovalStore } from "./approval-store.ts";
import { askHumans, denyUnasked, type AskContext, type AskedDecision } from "./ask-humans.ts";
import { createNotifications } from "./notification-messages.ts";
import { defaultSession, SessionCheckpoints } from "./checkpoints.ts";
import { decideOnReport } from "./decide-on-report.ts";
import { fixSubject, type CheckedSubject } from "./fix-subjects.ts";
import { Notifier } from "./notifier.ts";
import { PlannedFixes } from "./planned-fixes.ts";
import { RecentDiagnostics } from "./recent-diagnostics.ts";
import { toRegistrationRecord } from "./registration-record.ts";
import type { RegistrationOutcome } from "../load/registry.ts";
import type { Registrant } from "../policy-source.ts";
import { SequenceStore } from "./sequence-store.ts";
import { hasSequences, judgeInSession, type SequencedDecisions } from "./session-sequences.ts";
import { SoftHookStore } from "./soft-hook-store.ts";
import { writeAnswer } from "./write-answer.ts";
import {
  recordsOfFix,
  violationsToAudit,
  writeSoftHooks,
  writeViolations,
  type AuditContext,
  type AuditedViolation,
} from "./write-audit.ts";

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
  readonly #softHookStore: SoftHookStore;
  readonly #approvalStore: ApprovalStore;
  readonly #sequenceStore: SequenceStore;
  readonly #plannedFixes: PlannedFixes;
  readonly #notifier: Notifier;
  readonly #recentDiagnostics = new RecentDiagnostics();
  #log: { readonly key: string; readonly log: AuditLog } | undefined;
  readonly #closing: Promise<void>[] = [];

  constructor(project: () => EnforcementProject, runner: PatternRunner, isReadOnly: boolean) {
    this.#project = project;
    this.#runner = runner;
    this.#isReadOnly = isReadOnly;
    this.checkpoints = new SessionCheckpoints(project, isReadOnly);
    this.#softHookStore = new SoftHookStore(project().confined, isReadOnly);
    this.#approvalStore = new ApprovalStore(project().confined, isReadOnly);
    this.#sequenceStore = new SequenceStore(project().confined, isReadOnly);
    this.#plannedFixes = new PlannedFixes(project().confined);
    this.#notifier = new Notifier((reason) => void this.#recentDiagnostics.add("policies/not-notified", reason));
  }

  /** The latest diagnostics of enforcing decisions. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#recentDiagnostics.latest;
  }

  /** The audit log of the current settings. */
  get auditLog(): AuditLog {
    const { settings, confined } = this.#project();
    const { audit } = settings;
    const key = JSON.stringify(audit);
    if (this.#log?.key !== key) {
      if (this.#log !== undefined) this.#closing.push(Promise.resolve(this.#log.log[Symbol.asyncDispose]()));
      const { dir, mask, keep } = audit;
      this.#log = { key, log: createAuditLog({ dir, within: confined, mask: { keys: mask }, keep }) };
    }
    return this.#log.log;
  }

  /** Evaluates the active policies on texts and acts on the decision. */
  async enforce(subjects: readonly Subject[], active: ActivePolicies, options: EnforceOptions): Promise<EnforcedDecision> {
    const { session = defaultSession, rollback = true } = options;
    const { root } = this.#project();
    const diagnostics: Diagnostic[] = [];
    const { decisions, call } = await this.#decide(subjects, active, { ...options, session }, diagnostics);
    // A terminated session writes nothing, and so does a call that a human has not approved yet.
    const mayWrite = !this.#isReadOnly && decisions.every(({ action }) => !stopsAgent(action) && !asksHuman(action));
    await this.#recordAppliedFixes(session, subjects, diagnostics);
    if (mayWrite && rollback) await this.#ensureCheckpoint(session, diagnostics);
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
    return call === undefined ? decision : this.#settleCall(call, decision, active);
  }

  /** Lists what happened in sessions. */
  async sequences(session?: string): Promise<readonly SequenceRecord[]> {
    return this.#sequenceStore.list(session);
  }

  /** Evaluates the policies on each text, also by what happened before in the session. */
  async #decide(
    subjects: readonly Subject[],
    active: ActivePolicies,
    options: EnforceOptions & { readonly session: string },
    diagnostics: Diagnostic[],
  ): Promise<SequencedDecisions> {
    if (!hasSequences(active)) return { decisions: await decideEach(subjects, active, this.#runner, options) };
    const pending = await decideEach(subjects, active, this.#runner, { ...options, sequences: "hold" });
    const judged = await judgeInSession(subjects, pending, active, this.#sequenceStore, this.#runner, options);
    if (judged.failure !== undefined)
      diagnostics.push(this.#recentDiagnostics.add("policies/session-not-stored", judged.failure));
    return judged;
  }

  /** A call that is denied did not happen. One that is not may make earlier calls count no more. */
  async #settleCall(call: SequenceCall, decision: EnforcedDecision, { policies }: ActivePolicies): Promise<EnforcedDecision> {
    const { session, use, observations, stage } = call;
    const isDenied = stage === "before" && decision.denies;
    if (observations.length === 0 || (!isDenied && !observations.some(({ isReset }) => isReset))) return decision;
    try {
      await this.#sequenceStore.apply(
        isDenied ? { kind: "denied", session, use } : { kind: "made", session, use, observations },
        policies,
      );
      return decision;
    } catch (error) {
      const diagnostic = this.#recentDiagnostics.add("policies/session-not-stored", error);
      return { ...decision, diagnostics: [...decision.diagnostics, diagnostic] };
    }
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
    const rollback = mayRollBack ? await this.#rollBack(decision, actionEffects, session, diagnostics) : undefined;
    const context = {
      ...actor,
      ...(phase !== undefined && { phase }),
      ...(tool !== undefined && { tool }),
      ...(rollback !== undefined && { rollback }),
    };
    const audited = violationsToAudit(decision, checked, asking, (policy) => quickFixTypeIn(active, policy));
    const logIds = await this.#record(audited, effects, asking.expired, context, diagnostics);
    await this.#rememberFixes(checked, audited, logIds, context, diagnostics);
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

  /**
   * Writes the registration of a policy to the audit log.
   *
   * @param failure why the policy could not be saved.
   * @returns a diagnostic if that failed.
   */
  async recordRegistration(
    outcome: RegistrationOutcome,
    by: Registrant | undefined,
    failure?: string,
  ): Promise<readonly Diagnostic[]> {
    if (this.#isReadOnly) return [];
    try {
      await (await this.#writableLog()).registrations.append(toRegistrationRecord(outcome, by, failure));
      return [];
    } catch (error) {
      const hint = PreceptError.is(error) ? error.hint : undefined;
      return [
        report("policies/not-recorded", {}, `The registration could not be written to the audit log: ${messageOf(error)}.`, hint),
      ];
    }
  }

  /** Returns the operations on soft hooks. @param active returns the active policies. */
  softHooks(active: () => ActivePolicies): SoftHooks {
    const apply = async (event: SoftHookEvent): Promise<readonly SoftHookEffect[]> => {
      const { effects } = await this.#softHookStore.apply(event, active());
      if (!this.#isReadOnly && effects.length > 0) await writeSoftHooks(await this.#writableLog(), effects);
      return effects;
    };
    return {
      list: (session) => this.#softHookStore.list(session),
      ignore: (key, toolUse) => apply({ kind: "ignored", ...key, toolUse }),
      comply: (key) => apply({ kind: "complied", ...key }),
      fork: async (from, to) => {
        await apply({ kind: "forked", from, to });
        await this.#sequenceStore.apply({ kind: "forked", from, to }, active().policies);
      },
      end: async (session) => {
        await apply({ kind: "ended", session });
        await this.#sequenceStore.apply({ kind: "ended", session }, active().policies);
        await this.#approvalStore.end(session);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#notifier[Symbol.asyncDispose]();
    await Promise.all([
      ...this.#closing,
      this.#log?.log[Symbol.asyncDispose](),
      this.#softHookStore[Symbol.asyncDispose](),
      this.#approvalStore[Symbol.asyncDispose](),
      this.#sequenceStore[Symbol.asyncDispose](),
      this.#plannedFixes[Symbol.asyncDispose](),
    ]);
  }

  /** The operations on questions to humans. */
  get approvals(): Approvals {
    const give = async (key: string, answer: ApprovalAnswer): Promise<Approval> => {
      const answered = await this.#approvalStore.answer(key, answer, new Date());
      await writeAnswer(await this.#writableLog(), answered);
      return answered;
    };
    return {
      list: (session) => this.#approvalStore.list(session, new Date()),
      approve: (key, answer) => give(key, { ...answer, approved: true }),
      deny: (key, answer) => give(key, { ...answer, approved: false }),
      end: (session) => this.#approvalStore.end(session),
    };
  }

  /** Asks humans. If the stored answers cannot be read, none counts. */
  async #ask(
    decision: Decision,
    checked: readonly CheckedSubject[],
    context: AskContext,
    diagnostics: Diagnostic[],
  ): Promise<AskedDecision> {
    try {
      return await askHumans(decision, checked, this.#approvalStore, context);
    } catch (error) {
      context.signal?.throwIfAborted();
      diagnostics.push(this.#recentDiagnostics.add("policies/not-asked", error));
      return denyUnasked(decision, checked, context);
    }
  }

  async #count(event: SoftHookEvent, active: ActivePolicies, diagnostics: Diagnostic[]): Promise<SoftHookStep> {
    try {
      return await this.#softHookStore.apply(event, active);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/not-counted", error));
      return { state: { hooks: {} }, effects: [] };
    }
  }

  /** Returns the log for writing. Its default directory is private and ignored by git. */
  async #writableLog(): Promise<AuditLog> {
    const { root, settings, confined } = this.#project();
    const { dir } = settings.audit;
    if (dir === join(root, defaultAuditDir)) await makePrivateDirectory(confined, dir);
    return this.auditLog;
  }

  /** Creates the first checkpoint of a session. */
  async #ensureCheckpoint(session: string, diagnostics: Diagnostic[]): Promise<void> {
    try {
      await this.checkpoints.ensure(session);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/no-checkpoint", error));
    }
  }

  async #rollBack(
    { action }: Decision,
    actionEffects: readonly ActionEffects[],
    session: string,
    diagnostics: Diagnostic[],
  ): Promise<RollbackOutcome | undefined> {
    const isRequested = stopsAgent(action) && actionEffects.some(({ rollback }) => rollback);
    if (!isRequested || this.#isReadOnly || !this.#project().settings.rollback) return undefined;
    const outcome = await this.checkpoints.restoreSession(session);
    if (outcome.kind === "failed")
      diagnostics.push(this.#recentDiagnostics.add("policies/not-rolled-back", outcome.problem, outcome.hint));
    return outcome;
  }

  /** Writes an audit entry for each fix whose text has arrived. */
  async #recordAppliedFixes(session: string, subjects: readonly Subject[], diagnostics: Diagnostic[]): Promise<void> {
    if (this.#isReadOnly) return;
    try {
      const records = await this.#plannedFixes.take(session, subjects);
      if (records.length === 0) return;
      const log = await this.#writableLog();
      for (const record of records) await log.violations.append(record);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/not-recorded", error));
    }
  }

  /** Remembers the fixes that the agent has to apply. */
  async #rememberFixes(
    checked: readonly CheckedSubject[],
    audited: readonly AuditedViolation[],
    logIds: ReadonlyMap<Violation, string>,
    context: AuditContext,
    diagnostics: Diagnostic[],
  ): Promise<void> {
    // Without entries there is nothing to confirm.
    if (this.#isReadOnly || logIds.size === 0) return;
    const planned = checked.flatMap((one) => {
      const records = recordsOfFix(one, audited, logIds, context);
      return one.fix === undefined || records.length === 0 ? [] : [{ file: one.subject.file, text: one.fix.fixed.text, records }];
    });
    try {
      await this.#plannedFixes.add(context.session, planned);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/not-recorded", error));
    }
  }

  /** Writes audit entries. If that fails, the decision has a diagnostic. */
  async #record(
    audited: readonly AuditedViolation[],
    effects: readonly SoftHookEffect[],
    expired: readonly Approval[],
    context: AuditContext,
    diagnostics: Diagnostic[],
  ): Promise<ReadonlyMap<Violation, string>> {
    if (this.#isReadOnly || audited.length + effects.length + expired.length === 0) return new Map();
    try {
      const log = await this.#writableLog();
      const logIds = await writeViolations(log, audited, context);
      await writeSoftHooks(log, effects, context.phase);
      for (const one of expired) await writeAnswer(log, one);
      return logIds;
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/not-recorded", error));
      return new Map();
    }
  }
}

/** Returns the open advice of a decision. */
function adviceOf(decision: Decision, state: SoftHookState, actor: SoftHookActor, { policies }: ActivePolicies): OpenAdvice[] {
  return decision.violations.flatMap(({ policy: id, fingerprint }) => {
    const hook = state.hooks[softHookId({ ...actor, policy: id, fingerprint })];
    const policy = policies.find((one) => one.id === id);
    if (hook === undefined || policy === undefined) return [];
    return [{ key: shortKeyOf(hook), hook, threshold: thresholdOf(policy.softHooks) }];
  });
}

function quickFixTypeIn({ policies }: ActivePolicies, id: string): string | null {
  const type = policies.find((policy) => policy.id === id)?.metadata["quick_fix_type"];
  return typeof type === "string" ? type : null;
}

function effectsFor(violation: Violation, { policies, tables }: ActivePolicies): ActionEffects {
  const policy = policies.find(({ id }) => id === violation.policy);
  return policy === undefined ? tables.priorityMapping[violation.priority] : effectsOf(policy, violation, tables);
}
