import { diagnosticToFinding, type Finding, type FindingLevel, type FindingRule } from "@precept/core";
import type { Decision, Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import type { Priority } from "../model/severity.ts";
import { defaultTables, phasesOf, standingOf, type GovernanceTables } from "../model/tables.ts";

const levels: Readonly<Record<Priority, FindingLevel>> = { P0: "error", P1: "error", P2: "warning", P3: "info" };

/** By how it is commonly scored. */
const securitySeverities = { CRITICAL: "9.5", HIGH: "8.0", MEDIUM: "5.5", LOW: "2.5" } as const;

/** Everything that a decision tells of, for the writers of reports: violations, those that were accepted, shadows and diagnostics. */
export function findingsOf({ violations, accepted, shadowed, diagnostics }: Decision): readonly Finding[] {
  return [
    ...violations.map((violation) => toFinding(violation, levels[violation.priority])),
    ...accepted.map(({ violation, by, reason }) => ({
      ...toFinding(violation, levels[violation.priority]),
      suppression: {
        kind: by === "suppression" ? ("inSource" as const) : ("external" as const),
        ...(reason !== undefined && { justification: reason }),
      },
    })),
    ...shadowed.map((violation) => toFinding(violation, "none")),
    ...diagnostics.map(diagnosticToFinding),
  ];
}

/** Every policy as a rule of a report, those that found nothing among them. */
export function findingRulesOf(policies: readonly Policy[], tables: GovernanceTables = defaultTables): readonly FindingRule[] {
  return policies.map((policy) => {
    const { id, severity, category, message, suggestion, metadata } = policy;
    const docUrl = metadata["doc_url"];
    return {
      code: id,
      title: message,
      level: levels[standingOf(policy, tables, undefined).priority],
      ...(suggestion !== undefined && { hint: suggestion }),
      ...(typeof docUrl === "string" && /^https?:\/\/[^\s<>"{}|\\^`]+$/.test(docUrl) && { page: docUrl }),
      tags: [category, ...phasesOf(policy, tables)],
      ...(category === "security" && { securitySeverity: securitySeverities[severity] }),
    };
  });
}

function toFinding(violation: Violation, level: FindingLevel): Finding {
  const { policy, message, suggestion, file, line, column, endLine, endColumn, fingerprint } = violation;
  return {
    code: policy,
    level,
    message,
    ...(suggestion !== undefined && { hint: suggestion }),
    ...(file !== undefined && { file }),
    line,
    column,
    endLine,
    endColumn,
    fingerprint,
  };
}
