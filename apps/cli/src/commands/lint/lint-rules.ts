import { checkDiagnostics, diagnosticCatalogue, catalogueToFindingRules, type FindingRule } from "@precept/core";
import { enforcementDiagnostics } from "@precept/enforcement";
import { watchDiagnostics } from "@precept/files";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { fileDiagnostics } from "@precept/store-fs";
import { workspaceDiagnostics } from "@precept/workspace";

/** Everything that `lint` reports. */
export const lintRules: readonly FindingRule[] = [
  diagnosticCatalogue,
  checkDiagnostics,
  fileDiagnostics,
  watchDiagnostics,
  dialectDiagnostics,
  workspaceDiagnostics,
  enforcementDiagnostics,
].flatMap(catalogueToFindingRules);
