import { join } from "node:path";
import { createAuditLog, type AuditLog } from "@precept/audit-log";
import { PreceptError, type Diagnostic } from "@precept/core";
import { makePrivateDirectory, messageOf } from "@precept/files";
import type { SoftHookEffect, Violation } from "@precept/governance";
import type { Approval } from "../approvals.ts";
import { report } from "../diagnostic-catalogue.ts";
import type { RegistrationOutcome } from "../load/registry.ts";
import { defaultAuditDir } from "../paths.ts";
import type { Registrant } from "../policy-source.ts";
import type { EnforcementProject } from "../project.ts";
import type { Problems } from "./recent-diagnostics.ts";
import { toRegistrationRecord } from "./registration-record.ts";
import { writeAnswer, writeSoftHooks, writeViolations, type AuditContext, type AuditedViolation } from "./write-audit.ts";

/** Writes decisions and registrations to the audit log of the current settings. */
export class DecisionLog implements AsyncDisposable {
  readonly #project: () => EnforcementProject;
  readonly #isReadOnly: boolean;
  #opened: { readonly key: string; readonly log: AuditLog } | undefined;
  readonly #closing: Promise<void>[] = [];

  constructor(project: () => EnforcementProject, isReadOnly: boolean) {
    this.#project = project;
    this.#isReadOnly = isReadOnly;
  }

  get current(): AuditLog {
    const { settings, confined } = this.#project();
    const { audit } = settings;
    const key = JSON.stringify(audit);
    if (this.#opened?.key !== key) {
      if (this.#opened !== undefined) this.#closing.push(Promise.resolve(this.#opened.log[Symbol.asyncDispose]()));
      const { dir, mask, keep } = audit;
      this.#opened = { key, log: createAuditLog({ dir, within: confined, mask: { keys: mask }, keep }) };
    }
    return this.#opened.log;
  }

  /** Returns the log for writing. Its default directory is private and ignored by git. */
  async writable(): Promise<AuditLog> {
    const { root, settings, confined } = this.#project();
    const { dir } = settings.audit;
    if (dir === join(root, defaultAuditDir)) await makePrivateDirectory(confined, dir);
    return this.current;
  }

  /** Writes the entries of a decision. @returns the ids of the entries. */
  async recordDecision(
    audited: readonly AuditedViolation[],
    effects: readonly SoftHookEffect[],
    expired: readonly Approval[],
    context: AuditContext,
    problems: Problems,
  ): Promise<ReadonlyMap<Violation, string>> {
    if (this.#isReadOnly || audited.length + effects.length + expired.length === 0) return new Map();
    const written = await problems.attempt("policies/not-recorded", async () => {
      const log = await this.writable();
      const logIds = await writeViolations(log, audited, context);
      await writeSoftHooks(log, effects, context.phase);
      for (const one of expired) await writeAnswer(log, one);
      return logIds;
    });
    return written ?? new Map();
  }

  /**
   * Writes the registration of a policy.
   *
   * @param failure why the policy could not be saved.
   * @returns a diagnostic if writing failed.
   */
  async recordRegistration(
    outcome: RegistrationOutcome,
    by: Registrant | undefined,
    failure?: string,
  ): Promise<readonly Diagnostic[]> {
    if (this.#isReadOnly) return [];
    try {
      await (await this.writable()).registrations.append(toRegistrationRecord(outcome, by, failure));
      return [];
    } catch (error) {
      const message = `The registration could not be written to the audit log: ${messageOf(error)}.`;
      return [report("policies/not-recorded", {}, message, PreceptError.is(error) ? error.hint : undefined)];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#closing, this.#opened?.log[Symbol.asyncDispose]()]);
  }
}
