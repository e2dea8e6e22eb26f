import type { Diagnostic } from "@precept/core";
import type { Subject, Violation } from "@precept/governance";
import type { EnforcementProject } from "../project.ts";
import type { DecisionLog } from "./decision-log.ts";
import type { CheckedSubject } from "./fix-subjects.ts";
import { PlannedFixes } from "./planned-fixes.ts";
import type { RecentDiagnostics } from "./recent-diagnostics.ts";
import { recordsOfFix, type AuditContext, type AuditedViolation } from "./write-audit.ts";

/** Remembers the fixes that an agent has to apply, and writes an audit entry when it has applied one. */
export class FixRecords implements AsyncDisposable {
  readonly #plannedFixes: PlannedFixes;
  readonly #log: DecisionLog;
  readonly #recentDiagnostics: RecentDiagnostics;
  readonly #isReadOnly: boolean;

  constructor(
    { confined }: Pick<EnforcementProject, "confined">,
    log: DecisionLog,
    recentDiagnostics: RecentDiagnostics,
    isReadOnly: boolean,
  ) {
    this.#plannedFixes = new PlannedFixes(confined);
    this.#log = log;
    this.#recentDiagnostics = recentDiagnostics;
    this.#isReadOnly = isReadOnly;
  }

  /** Writes an audit entry for each fix whose text has arrived. */
  async recordApplied(session: string, subjects: readonly Subject[], diagnostics: Diagnostic[]): Promise<void> {
    if (this.#isReadOnly) return;
    try {
      const records = await this.#plannedFixes.take(session, subjects);
      if (records.length === 0) return;
      const log = await this.#log.writable();
      for (const record of records) await log.violations.append(record);
    } catch (error) {
      diagnostics.push(this.#recentDiagnostics.add("policies/not-recorded", error));
    }
  }

  /** Remembers the fixes that the agent has to apply. */
  async remember(
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#plannedFixes[Symbol.asyncDispose]();
  }
}
