import { checkDiagnostics } from "@precept/lint";
import { diagnosticCatalogue, catalogueToFindingRules, type FindingRule } from "@precept/core";
import { enforcementDiagnostics } from "@precept/enforcement";
import { watchDiagnostics } from "@precept/files";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { fileDiagnostics } from "@precept/store-fs";
import { workspaceDiagnostics } from "@precept/workspace";

/** Every diagnostic that `lint` can report, as a rule of a report. */
export const lintRules: readonly FindingRule[] = [
  diagnosticCatalogue,
  checkDiagnostics,
  fileDiagnostics,
  watchDiagnostics,
  dialectDiagnostics,
  workspaceDiagnostics,
  enforcementDiagnostics,
].flatMap(catalogueToFindingRules);
