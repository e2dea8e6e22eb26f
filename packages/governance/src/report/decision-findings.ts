import { defaultTables, failsCheck, prioritySpecs, securityScores } from "@precept/contract/values";
import type { GovernanceTables, PolicyAction, Priority } from "@precept/contract/values";
import { diagnosticToFinding, withoutUndefined, type Finding, type FindingLevel, type FindingRule } from "@precept/core";
import type { Decision, Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { effectivePriorityOf, phasesOf } from "../model/tables.ts";

/**
 * Converts a decision to findings, from which `toSarif` and `toGitHubAnnotations` of `@precept/lint` write reports:
 * violations, accepted violations, violations of policies in shadow mode, and diagnostics.
 */
export function findingsOf({ violations, accepted, shadowed, diagnostics }: Decision): readonly Finding[] {
  return [
    ...violations.map((violation) => toFinding(violation, levelOf(violation))),
    ...accepted.map(({ violation, by, reason }) => ({
      ...toFinding(violation, levelOf(violation)),
      suppression: { kind: suppressionKinds[by], ...(reason !== undefined && { justification: reason }) },
    })),
    ...shadowed.map((violation) => toFinding(violation, "none")),
    ...diagnostics.map(diagnosticToFinding),
  ];
}

const suppressionKinds = { suppression: "inSource", baseline: "external", approval: "external" } as const;

/** Converts all policies to the rules of a report, including policies without violations. */
export function findingRulesOf(policies: readonly Policy[], tables: GovernanceTables = defaultTables): readonly FindingRule[] {
  return policies.map((policy) => {
    const { id, severity, category, message, suggestion, metadata } = policy;
    const docUrl = metadata["doc_url"];
    return {
      code: id,
      title: message,
      level: levelOf(effectivePriorityOf(policy, tables, undefined)),
      ...(suggestion !== undefined && { hint: suggestion }),
      ...(typeof docUrl === "string" && /^https?:\/\/[^\s<>"{}|\\^`]+$/.test(docUrl) && { page: docUrl }),
      tags: [category, ...phasesOf(policy, tables)],
      ...(category === "security" && { securitySeverity: securityScores[severity] }),
    };
  });
}

/** A violation that makes `precept check` fail is an error at any priority. Others have the level of their priority. */
function levelOf({ priority, action }: { readonly priority: Priority; readonly action: PolicyAction }): FindingLevel {
  return failsCheck(action) ? "error" : prioritySpecs[priority].level;
}

function toFinding(violation: Violation, level: FindingLevel): Finding {
  const { policy: code, message, suggestion: hint, file, line, column, endLine, endColumn, fingerprint } = violation;
  return withoutUndefined({ code, level, message, hint, file, line, column, endLine, endColumn, fingerprint });
}
