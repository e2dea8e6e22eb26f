import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Diagnostic } from "@precept/core";
import {
  effectsOf,
  escalateDecision,
  highestPenalty,
  joinDecisions,
  softHookCheckOf,
  stopsAgent,
  type ActionEffects,
  type Decision,
  type PatternRunner,
  type SoftHookEffect,
  type SoftHookEvent,
  type SoftHookStep,
  type Subject,
  type Violation,
} from "@precept/governance";
import { makePrivateDirectory } from "@precept/files";
import { createAuditLog, type AuditLog } from "@precept/audit-log";
import { defaultAuditDir } from "../paths.ts";
import type { EnforcementProject } from "../project.ts";
import { decide, type ActivePolicies } from "../active-policies.ts";
import type { EnforcedDecision, EnforceOptions, RollbackOutcome, SoftHooks } from "../policy-engine.ts";
import { messagesAbout } from "./call-in.ts";
import { defaultSession, WorkTreeCheckpoints } from "./checkpoints.ts";
import { fixSubject, type CheckedSubject } from "./fix-subjects.ts";
import { Notifier } from "./notifier.ts";
import { Problems } from "./problems.ts";
import { SoftHookStore } from "./soft-hook-store.ts";
import { auditedIn, writeSoftHooks, writeViolations, type AuditContext, type AuditedViolation } from "./write-audit.ts";

/** Does what follows from decisions: fixes, counts, goes back, writes down and calls people in. */
export class Enforcer implements AsyncDisposable {
  readonly checkpoints: WorkTreeCheckpoints;
  readonly #project: () => EnforcementProject;
  readonly #runner: PatternRunner;
  readonly #isReadOnly: boolean;
  readonly #softHookStore: SoftHookStore;
  readonly #notifier: Notifier;
  readonly #problems = new Problems();
  #log: { readonly key: string; readonly log: AuditLog } | undefined;
  readonly #closing: Promise<void>[] = [];

  constructor(project: () => EnforcementProject, runner: PatternRunner, isReadOnly: boolean) {
    this.#project = project;
    this.#runner = runner;
    this.#isReadOnly = isReadOnly;
    this.checkpoints = new WorkTreeCheckpoints(project, isReadOnly);
    this.#softHookStore = new SoftHookStore(project().confined, isReadOnly);
    this.#notifier = new Notifier((problem) => void this.#problems.note("policies/not-notified", problem));
  }

  /** What could not be done lately. */
  get problems(): readonly Diagnostic[] {
    return this.#problems.latest;
  }

  /** The log that the settings ask for. */
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

  async enforce(subjects: readonly Subject[], active: ActivePolicies, options: EnforceOptions): Promise<EnforcedDecision> {
    const { session = defaultSession, agent = "agent", toolUse = randomUUID(), phase } = options;
    const { root } = this.#project();
    const decisions = subjects.map((subject) => ({ subject, decision: decide(subject, active, this.#runner, options) }));
    // Who has to stop has nothing written either.
    const mayWrite = !this.#isReadOnly && decisions.every(({ decision }) => !stopsAgent(decision.action));
    const troubles: Diagnostic[] = [];
    if (mayWrite) await this.#begin(session, troubles);
    const how = options.fix === "write" && !mayWrite ? { ...options, fix: "plan" as const } : options;
    const checked: CheckedSubject[] = [];
    for (const one of decisions) checked.push(await fixSubject(one, active, this.#runner, how, root));
    const looked = joinDecisions(checked.map(({ decision }) => decision));
    const party = { session, agent };
    // A part of a file tells nothing of advice about the rest of it.
    const files = subjects.filter(({ fragment }) => fragment !== true).map(({ file }) => file);
    const look = softHookCheckOf(looked, { ...party, toolUse }, files);
    const { state, effects } = await this.#count(look, active, troubles);
    const decision = escalateDecision(looked, state, party);
    const actionEffects = decision.violations.map((violation) => effectsFor(violation, active));
    const rollback = await this.#goBack(decision, actionEffects, session, troubles);
    const context = { ...party, ...(phase !== undefined && { phase }), ...(rollback !== undefined && { rollback }) };
    const logIds = await this.#record(auditedIn(decision, checked), effects, context, troubles);
    const messages = messagesAbout(decision, actionEffects, effects, { ...context, root, logIds });
    const { notify } = this.#project().settings;
    if (notify !== undefined && !this.#isReadOnly) for (const message of messages) this.#notifier.send(message, notify, root);
    return {
      ...decision,
      diagnostics: [...decision.diagnostics, ...troubles],
      stops: stopsAgent(decision.action),
      notifiesHuman: messages.length > 0,
      iterationPenalty: highestPenalty(actionEffects.map(({ iterationPenalty }) => iterationPenalty)),
      fixes: checked.flatMap(({ fix }) => fix?.told ?? []),
      rollback,
      softHooks: effects,
      logIds: [...logIds.values()],
    };
  }

  /** @param active the policies that advice is of, as of now. */
  softHooks(active: () => ActivePolicies): SoftHooks {
    const apply = async (event: SoftHookEvent): Promise<readonly SoftHookEffect[]> => {
      const { effects } = await this.#softHookStore.apply(event, active());
      if (!this.#isReadOnly && effects.length > 0) await writeSoftHooks(await this.#logToWrite(), effects);
      return effects;
    };
    return {
      list: (session) => this.#softHookStore.list(session),
      ignore: (key, toolUse) => apply({ kind: "ignored", ...key, toolUse }),
      comply: (key) => apply({ kind: "complied", ...key }),
      fork: async (from, to) => void (await apply({ kind: "forked", from, to })),
      end: async (session) => void (await apply({ kind: "ended", session })),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#notifier[Symbol.asyncDispose]();
    await Promise.all([...this.#closing, this.#log?.log[Symbol.asyncDispose](), this.#softHookStore[Symbol.asyncDispose]()]);
  }

  async #count(event: SoftHookEvent, active: ActivePolicies, troubles: Diagnostic[]): Promise<SoftHookStep> {
    try {
      return await this.#softHookStore.apply(event, active);
    } catch (error) {
      troubles.push(this.#problems.note("policies/not-counted", error));
      return { state: { hooks: {} }, effects: [] };
    }
  }

  /** Where nobody has said where it goes, git does not see it: what is in it is not for everybody. */
  async #logToWrite(): Promise<AuditLog> {
    const { root, settings, confined } = this.#project();
    const { dir } = settings.audit;
    if (dir === join(root, defaultAuditDir)) await makePrivateDirectory(confined, dir);
    return this.auditLog;
  }

  /** Before the first thing that a session is allowed to do, there is something to go back to. */
  async #begin(session: string, troubles: Diagnostic[]): Promise<void> {
    try {
      await this.checkpoints.begin(session);
    } catch (error) {
      troubles.push(this.#problems.note("policies/no-checkpoint", error));
    }
  }

  async #goBack(
    { action }: Decision,
    actionEffects: readonly ActionEffects[],
    session: string,
    troubles: Diagnostic[],
  ): Promise<RollbackOutcome | undefined> {
    const isWanted = stopsAgent(action) && actionEffects.some(({ rollback }) => rollback);
    if (!isWanted || this.#isReadOnly || !this.#project().settings.rollback) return undefined;
    const outcome = await this.checkpoints.goBack(session);
    if (outcome.kind === "failed") troubles.push(this.#problems.note("policies/not-rolled-back", outcome.problem, outcome.hint));
    return outcome;
  }

  /** What can't be written down is decided all the same: the decision says so. */
  async #record(
    audited: readonly AuditedViolation[],
    effects: readonly SoftHookEffect[],
    context: AuditContext,
    troubles: Diagnostic[],
  ): Promise<ReadonlyMap<Violation, string>> {
    if (this.#isReadOnly || audited.length + effects.length === 0) return new Map();
    try {
      const log = await this.#logToWrite();
      const logIds = await writeViolations(log, audited, context);
      await writeSoftHooks(log, effects, context.phase);
      return logIds;
    } catch (error) {
      troubles.push(this.#problems.note("policies/not-recorded", error));
      return new Map();
    }
  }
}

function effectsFor(violation: Violation, { policies, tables }: ActivePolicies): ActionEffects {
  const policy = policies.find(({ id }) => id === violation.policy);
  return policy === undefined ? tables.priorityMapping[violation.priority] : effectsOf(policy, violation, tables);
}
