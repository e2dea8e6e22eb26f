import { diagnosticCatalogue, type DiagnosticEntry } from "@precept/core";
import { policyDiagnostics } from "@precept/governance";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { auditDiagnostics, fileDiagnostics } from "@precept/store-fs";
import { workspaceDiagnostics } from "@precept/workspace";
import { page, table } from "./markdown.ts";

export function diagnosticReference(): string {
  return page(
    "Diagnostics",
    "What is wrong in rule files comes back beside the answer, with file, line and column, and one bad file harms no other. " +
      "`error`: the rule, or the part of it, is not used. `warning`: it is used, but surely not as meant. `info`: worth knowing.",
    ...Object.entries({
      "Rules and requests": diagnosticCatalogue,
      "Files and directories": fileDiagnostics,
      "The audit log": auditDiagnostics,
      "Dialects of other tools": dialectDiagnostics,
      Policies: policyDiagnostics,
      "Configuration and workspace": workspaceDiagnostics,
    }).map(([title, catalogue]) => `## ${title}\n\n${diagnosticTable(catalogue)}`),
  );
}

function diagnosticTable(catalogue: Readonly<Record<string, DiagnosticEntry>>): string {
  return table(
    ["code", "severity", "meaning", "what to do"],
    Object.entries(catalogue).map(([code, { severity, title, hint = "" }]) => [`\`${code}\``, severity, `${title}.`, hint]),
  );
}
