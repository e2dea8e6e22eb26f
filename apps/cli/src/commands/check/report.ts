import { basename, dirname, resolve } from "node:path";
import { catalogueToFindingRules } from "@precept/core";
import { fileFailureOf, openRoot, putFile } from "@precept/files";
import {
  findingRulesOf,
  findingsOf,
  policyDiagnostics,
  type Decision,
  type GovernanceTables,
  type Policy,
} from "@precept/governance";
import { toGitHubAnnotations, toSarif } from "@precept/lint";
import type { ReportFile } from "./options.ts";
import type { ReportFormat } from "../../terminal/report-formats.ts";
import { asLines } from "../../terminal/text.ts";
import { readVersion } from "../../version.ts";

export function printSarif(decision: Decision, policies: readonly Policy[], tables: GovernanceTables): string {
  const rules = [...findingRulesOf(policies, tables), ...catalogueToFindingRules(policyDiagnostics)];
  const log = toSarif(findingsOf(decision), rules, { name: "precept", version: readVersion() });
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

export function printGitHub(decision: Decision): string {
  return asLines(toGitHubAnnotations(findingsOf(decision)));
}

/**
 * Writes reports to files, which replace existing ones.
 *
 * @param dir the directory that the files are relative to.
 * @throws PreceptError `FILE_SYSTEM_FAILED`
 */
export async function writeReports(
  reports: readonly ReportFile[],
  dir: string,
  print: (format: ReportFormat) => string,
): Promise<void> {
  for (const { format, file } of reports) {
    const path = resolve(dir, file);
    try {
      await putFile(openRoot(dirname(path)), basename(path), print(format));
    } catch (error) {
      throw fileFailureOf("write", file, error);
    }
  }
}
