import { PreceptError, type Diagnostic } from "@precept/core";
import { report, enforcementDiagnostics, type EnforcementDiagnosticCode } from "../diagnostic-catalogue.ts";

/** How many problems are remembered. */
const most = 20;

/** What could not be done about decisions lately. A decision stands, whatever becomes of it. */
export class Problems {
  #latest: readonly Diagnostic[] = [];

  get latest(): readonly Diagnostic[] {
    return this.#latest;
  }

  /** @param problem what was thrown, or the end of a sentence. */
  note(code: EnforcementDiagnosticCode, problem: unknown, hint?: string): Diagnostic {
    const words = (problem instanceof Error ? problem.message : String(problem)).replace(/\.$/, "");
    const advice = hint ?? (PreceptError.is(problem) ? problem.hint : undefined);
    const found = report(code, {}, `${enforcementDiagnostics[code].title}: ${words}.`, advice);
    this.#latest = [...this.#latest, found].slice(-most);
    return found;
  }
}
