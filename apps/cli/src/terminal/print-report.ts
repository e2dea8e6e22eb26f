import type { Finding, FindingRule } from "@precept/core";
import { toGitHubAnnotations, toSarif } from "@precept/lint";
import { readVersion } from "../version.ts";
import { asLines } from "./text.ts";

/** Prints findings as SARIF. @param rules every rule that the command checks, also those without a finding. */
export function printSarif(findings: readonly Finding[], rules: readonly FindingRule[]): string {
  return `${JSON.stringify(toSarif(findings, rules, { name: "precept", version: readVersion() }), undefined, 2)}\n`;
}

/** Prints findings as annotations of GitHub Actions, one per line. */
export function printGitHub(findings: readonly Finding[]): string {
  return asLines(toGitHubAnnotations(findings));
}
