import { catalogueToFindingRules } from "@precept/core";
import { toGitHubAnnotations, toSarif } from "@precept/lint";
import {
  findingRulesOf,
  findingsOf,
  policyDiagnostics,
  type Decision,
  type GovernanceTables,
  type Policy,
} from "@precept/governance";
import { readVersion } from "../../version.ts";
import { asLines } from "../../terminal/text.ts";

/** Prints a decision as a SARIF report, which declares every policy. */
export function printSarif(decision: Decision, policies: readonly Policy[], tables: GovernanceTables): string {
  const rules = [...findingRulesOf(policies, tables), ...catalogueToFindingRules(policyDiagnostics)];
  const log = toSarif(findingsOf(decision), rules, { name: "precept", version: readVersion() });
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Prints a decision as GitHub annotations, one per line. */
export function printGitHub(decision: Decision): string {
  return asLines(toGitHubAnnotations(findingsOf(decision)));
}
