import { sha256 } from "@precept/files";
import type { Subject, Violation } from "@precept/governance";
import type { ViolationRecord } from "@precept/audit-log";
import type { DecisionLog } from "./decision-log.ts";
import type { CheckedSubject } from "./fix-subjects.ts";
import type { Problems } from "./recent-diagnostics.ts";
import { StateDatabase, type StateLocation } from "./state-database.ts";
import { recordsOfFix, type AuditContext, type AuditedViolation } from "./write-audit.ts";

/** A fix that an agent was given to apply, and the audit entries to write when it has applied it. */
interface PlannedFix {
  readonly session: string;
  readonly records: readonly ViolationRecord[];
}

/** Remembers the fixes that agents were given, and writes an audit entry when a fixed text has arrived. */
export class PlannedFixes extends StateDatabase<PlannedFix> {
  readonly #log: DecisionLog;

  constructor(location: StateLocation, log: DecisionLog) {
    super(location, "planned-fixes", ({ session }) => session);
    this.#log = log;
  }

  /** Remembers the fixes of a decision that the agent has to apply. The same fixed text is remembered once. */
  async remember(
    checked: readonly CheckedSubject[],
    audited: readonly AuditedViolation[],
    logIds: ReadonlyMap<Violation, string>,
    context: AuditContext,
    problems: Problems,
  ): Promise<void> {
    // Without entries there is nothing to confirm.
    if (this.isReadOnly || logIds.size === 0) return;
    const { session } = context;
    const added = checked.flatMap((one): (readonly [key: string, fix: PlannedFix])[] => {
      const records = recordsOfFix(one, audited, logIds, context);
      if (one.fix === undefined || records.length === 0) return [];
      return [[keyOf(session, { file: one.subject.file, text: one.fix.fixed.text }), { session, records }]];
    });
    if (added.length === 0) return;
    await problems.attempt("policies/not-recorded", () =>
      this.update([session], true, (values) => ({ values: new Map([...values, ...added]), result: undefined })),
    );
  }

  /** Writes an audit entry for each fix whose text has arrived. */
  async recordApplied(session: string, subjects: readonly Subject[], problems: Problems): Promise<void> {
    if (this.isReadOnly) return;
    await problems.attempt("policies/not-recorded", async () => {
      const records = await this.#take(session, subjects);
      if (records.length === 0) return;
      const { violations } = await this.#log.writable();
      for (const record of records) await violations.append(record);
    });
  }

  /** Returns the records of the fixes whose texts these are, and forgets them. */
  async #take(session: string, subjects: readonly Subject[]): Promise<readonly ViolationRecord[]> {
    const keys = new Set(subjects.map((subject) => keyOf(session, subject)));
    // Most texts are no fixed ones, and reading takes no lock.
    if (![...(await this.read([session])).keys()].some((key) => keys.has(key))) return [];
    const taken = await this.update([session], false, (values) => ({
      values: new Map([...values].filter(([key]) => !keys.has(key))),
      result: [...values].filter(([key]) => keys.has(key)).flatMap(([, { records }]) => records),
    }));
    return taken ?? [];
  }
}

function keyOf(session: string, { file, text }: { readonly file?: string | undefined; readonly text: string }): string {
  return sha256(JSON.stringify([session, file ?? null, text]));
}
