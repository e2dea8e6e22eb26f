import { checkDiagnostics, diagnosticCatalogue, type DiagnosticEntry, type FindingRule } from "@precept/core";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { fileDiagnostics } from "@precept/store-fs";
import { workspaceDiagnostics } from "@precept/workspace";

const catalogues: readonly Readonly<Record<string, DiagnosticEntry>>[] = [
  diagnosticCatalogue,
  checkDiagnostics,
  fileDiagnostics,
  dialectDiagnostics,
  workspaceDiagnostics,
];

/** All that `lint` looks for. */
export const lintRules: readonly FindingRule[] = catalogues.flatMap((catalogue) =>
  Object.entries(catalogue).map(([code, { severity, title, hint }]) => ({ code, level: severity, title, hint })),
);
