import type { Finding, FindingRule, Json } from "@precept/core";
import { toGitHubAnnotations, toSarif } from "@precept/lint";
import { readVersion } from "../version.ts";
import { asLines } from "./text.ts";

/**
 * Converts findings to SARIF.
 *
 * @param rules every rule that the command checks, also those without a finding.
 * @param notice what the report leaves out, as a sentence.
 */
export function toSarifReport(findings: readonly Finding[], rules: readonly FindingRule[], notice?: string): Json {
  return toSarif(findings, rules, { name: "precept", version: readVersion(), notice });
}

/** Prints findings as SARIF. */
export function printSarif(findings: readonly Finding[], rules: readonly FindingRule[]): string {
  return `${JSON.stringify(toSarifReport(findings, rules), undefined, 2)}\n`;
}

/** Prints findings as annotations of GitHub Actions, one per line. */
export function printGitHub(findings: readonly Finding[]): string {
  return asLines(toGitHubAnnotations(findings));
}
