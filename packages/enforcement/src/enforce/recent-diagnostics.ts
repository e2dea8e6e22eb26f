import { PreceptError, type Diagnostic } from "@precept/core";
import { report, enforcementDiagnostics, type EnforcementDiagnosticCode } from "../diagnostic-catalogue.ts";

/** The maximum number of diagnostics to retain. */
const maxDiagnostics = 20;

/** Collects the latest diagnostics of enforcing decisions. */
export class RecentDiagnostics {
  #latest: readonly Diagnostic[] = [];

  get latest(): readonly Diagnostic[] {
    return this.#latest;
  }

  /** Adds a diagnostic. @param reason the error, or a phrase that completes the sentence. */
  add(code: EnforcementDiagnosticCode, reason: unknown, hint?: string): Diagnostic {
    const words = (reason instanceof Error ? reason.message : String(reason)).replace(/\.$/, "");
    const remedy = hint ?? (PreceptError.is(reason) ? reason.hint : undefined);
    const diagnostic = report(code, {}, `${enforcementDiagnostics[code].title}: ${words}.`, remedy);
    this.#latest = [...this.#latest, diagnostic].slice(-maxDiagnostics);
    return diagnostic;
  }
}

/** The problems of enforcing one decision, which is valid even so. */
export class Problems {
  readonly diagnostics: Diagnostic[] = [];
  readonly #recent: RecentDiagnostics;

  constructor(recent: RecentDiagnostics) {
    this.#recent = recent;
  }

  add(code: EnforcementDiagnosticCode, reason: unknown, hint?: string): void {
    this.diagnostics.push(this.#recent.add(code, reason, hint));
  }

  /** Does a part of the work. An error becomes a diagnostic with this code, and the result is undefined. */
  async attempt<Result>(code: EnforcementDiagnosticCode, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.add(code, error);
      return undefined;
    }
  }
}
