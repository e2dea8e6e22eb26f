import { checkDiagnostics, diagnosticCatalogue, catalogueToFindingRules, type FindingRule } from "@precept/core";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { fileDiagnostics } from "@precept/store-fs";
import { workspaceDiagnostics } from "@precept/workspace";

/** All that `lint` looks for. */
export const lintRules: readonly FindingRule[] = [
  diagnosticCatalogue,
  checkDiagnostics,
  fileDiagnostics,
  dialectDiagnostics,
  workspaceDiagnostics,
].flatMap(catalogueToFindingRules);
