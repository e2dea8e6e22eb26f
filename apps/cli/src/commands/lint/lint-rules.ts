import { catalogueToFindingRules, diagnosticCatalogue, nearestNames, PreceptError, type FindingRule } from "@precept/core";
import { enforcementDiagnostics } from "@precept/enforcement";
import { evalDiagnostics } from "@precept/evals/results";
import { watchDiagnostics } from "@precept/files";
import { checkDiagnostics } from "@precept/lint";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { fileDiagnostics } from "@precept/store-fs";
import { workspaceDiagnostics } from "@precept/workspace";
import type { ReportFormat } from "../../terminal/report-formats.ts";

/** Every diagnostic that `lint` can report, as a rule of a report. */
export const lintRules: readonly FindingRule[] = [
  diagnosticCatalogue,
  checkDiagnostics,
  fileDiagnostics,
  watchDiagnostics,
  dialectDiagnostics,
  workspaceDiagnostics,
  enforcementDiagnostics,
  evalDiagnostics,
].flatMap(catalogueToFindingRules);

export interface LintOptions {
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly format?: ReportFormat;
  readonly disable?: readonly string[];
}

export function readDisabled({ disable = [] }: LintOptions): ReadonlySet<string> {
  const known = lintRules.map(({ code }) => code);
  for (const code of disable) {
    if (known.includes(code)) continue;
    throw new PreceptError("DIAGNOSTIC_CODE_UNKNOWN", { code, near: nearestNames(code, known) });
  }
  return new Set(disable);
}
