import { PreceptError, type Diagnostic } from "@precept/core";
import { report, enforcementDiagnostics, type EnforcementDiagnosticCode } from "../diagnostic-catalogue.ts";

/** The maximum number of diagnostics to retain. */
const maxDiagnostics = 20;

/** Collects the latest diagnostics of enforcing decisions. A decision is valid even if enforcing it fails. */
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
