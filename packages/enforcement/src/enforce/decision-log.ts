import { join } from "node:path";
import { createAuditLog, createSharedAuditLog, type AuditLog, type RegistrationRecord } from "@precept/audit-log";
import { PreceptError, type Diagnostic, withoutUndefined, type Json, type ProjectState } from "@precept/core";
import { makePrivateDirectory, messageOf, sha256 } from "@precept/files";
import { type SoftHookEffect, type Violation, hashPolicy, type Policy } from "@precept/governance";
import type { Approval } from "../approvals.ts";
import { report } from "../diagnostic-catalogue.ts";
import type { RegistrationOutcome } from "../load/registry.ts";
import { defaultAuditDir } from "../paths.ts";
import type { Registrant } from "../policy-source.ts";
import type { EnforcementProject } from "../project.ts";
import type { Problems } from "./recent-diagnostics.ts";
import { writeAnswer, writeSoftHooks, writeViolations, type AuditContext, type AuditedViolation } from "./write-audit.ts";

/** Writes decisions and registrations to the audit log of the current settings. */
export class DecisionLog implements AsyncDisposable {
  readonly #project: () => EnforcementProject;
  readonly #isReadOnly: boolean;
  readonly #shared: ProjectState | undefined;
  #opened: { readonly key: string; readonly log: AuditLog } | undefined;
  readonly #closing: Promise<void>[] = [];

  constructor(project: () => EnforcementProject, isReadOnly: boolean, shared: ProjectState | undefined) {
    this.#project = project;
    this.#isReadOnly = isReadOnly;
    this.#shared = shared;
  }

  get current(): AuditLog {
    const { settings, confined, watchBackend } = this.#project();
    const { audit } = settings;
    const key = JSON.stringify([audit, watchBackend]);
    if (this.#opened?.key !== key) {
      if (this.#opened !== undefined) this.#closing.push(Promise.resolve(this.#opened.log[Symbol.asyncDispose]()));
      const { dir, mask: keys, keep } = audit;
      const [shared, mask] = [this.#shared, { keys }];
      const log =
        shared === undefined
          ? createAuditLog({ dir, within: confined, mask, keep, watchBackend })
          : createSharedAuditLog({ shared, mask });
      this.#opened = { key, log };
    }
    return this.#opened.log;
  }

  /** Returns the log for writing. Its default directory is private and ignored by git. */
  async writable(): Promise<AuditLog> {
    const { root, settings, confined } = this.#project();
    const { dir } = settings.audit;
    if (this.#shared === undefined && dir === join(root, defaultAuditDir)) await makePrivateDirectory(confined, dir);
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

  /** Writes the registration of a policy. @param failure why it could not be saved. */
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

  /** Writes the removal of a policy: an entry without a version, with the removed one in `replaces`. */
  async recordRemoval(policy: Policy, by: Registrant | undefined): Promise<void> {
    const outcome = { policy, accepted: true, replaced: policy, diagnostics: [] };
    const record = { ...toRegistrationRecord(outcome, by), version: null, policy_hash: null, removed: true };
    await (await this.writable()).registrations.append(record);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#closing, this.#opened?.log[Symbol.asyncDispose]()]);
  }
}

/** The maximum length of a text that a client chooses, such as its name, in UTF-16 code units. */
const maxLength = 256;

/** Converts the outcome of a registration to a record of the audit log. @param by undefined: the program itself. */
function toRegistrationRecord(
  { policy, accepted, replaced, diagnostics }: RegistrationOutcome,
  by: Registrant | undefined,
  failure?: string,
): RegistrationRecord {
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const reason = failure ?? (errors.join(" ") || "It contains no policy.");
  return {
    rule_id: policy?.id ?? null,
    ...(policy === undefined ? { version: null, policy_hash: null } : versionOf(policy)),
    accepted,
    reason: accepted ? null : reason.slice(0, 4 * maxLength),
    replaces: replaced === undefined ? null : versionOf(replaced),
    registrant: by === undefined ? { program: true } : describeRegistrant(by),
  };
}

function versionOf(policy: Policy): { readonly version: string; readonly policy_hash: string } {
  return { version: shorten(policy.version), policy_hash: hashPolicy(policy, sha256) };
}

function describeRegistrant({ client, name, user, session, agent }: Registrant): Readonly<Record<string, Json>> {
  const known = withoutUndefined({ client, name, user, session, agent });
  return Object.fromEntries(Object.entries(known).map(([key, value]) => [key, shorten(value)]));
}

function shorten(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
