import { prioritySpecs, defaultTables } from "@precept/contract/values";
import { report } from "../diagnostic-catalogue.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import type { Subject } from "../model/subject.ts";
import { applySequences } from "../sequences/apply-sequences.ts";
import { effectivePriorityOf, type EffectivePriority } from "../model/tables.ts";
import { evaluatePolicies, type PolicyOutcome } from "./evaluate-policies.ts";
import { finaliseDecision, type PolicyResults } from "./finalise-decision.ts";
import type { EvaluateOptions } from "./options.ts";
import { SecretRedactor } from "./secret-redactor.ts";
import { isRedacted, ViolationBuilder } from "./violation-builder.ts";

/**
 * Evaluates policies against one text and decides what to do. The strictest action wins, in any order of the policies.
 * A policy that could not be checked counts as violated if its priority is P0 or P1.
 *
 * @param policies reuse the same array in all calls: its patterns and globs are prepared only once.
 *
 * @example
 * ```ts
 * import { createHash } from "node:crypto";
 * import { evaluate, parsePolicies } from "@precept/governance";
 *
 * const yaml = "{ id: NO-SUDO, severity: CRITICAL, match: { keywords: [sudo] }, message: Do not use sudo. }";
 * const policies = parsePolicies(yaml).policies.map(({ policy }) => policy);
 * const hash = (text: string) => createHash("sha256").update(text).digest("hex");
 * const { action } = evaluate(policies, { kind: "command", text: "sudo reboot" }, { hash }); // "TERMINATE"
 * ```
 */
export function evaluate(policies: readonly Policy[], subject: Subject, options: EvaluateOptions): Decision {
  const { phase, tables = defaultTables, highQuality = false, hash } = options;
  const results: PolicyResults = { violations: [], passed: [], skipped: [], diagnostics: [] };
  const outcomes = evaluatePolicies(policies, subject, options);
  const builder = new ViolationBuilder(subject, phase, hash, redactorFor(outcomes), options.context);
  for (const [policy, outcome] of outcomes) {
    const effective = effectivePriorityOf(policy, tables, phase, highQuality);
    addOutcome(policy, effective, outcome, builder, subject.file, results);
  }
  const decision = finaliseDecision(results, policies, subject, options);
  const { sequences = () => undefined } = options;
  return sequences === "hold" ? decision : applySequences(decision, policies, sequences);
}

function redactorFor(outcomes: ReadonlyMap<Policy, PolicyOutcome>): SecretRedactor {
  // A registered policy redacts its own violations only: it must not hide the violations of other policies.
  const secrets = [...outcomes].flatMap(([policy, outcome]) =>
    outcome.kind === "matches" && isRedacted(policy) && policy.origin !== "registered" ? outcome.matches : [],
  );
  return new SecretRedactor(secrets.map(({ text }) => text));
}

function addOutcome(
  policy: Policy,
  effective: EffectivePriority,
  outcome: PolicyOutcome,
  builder: ViolationBuilder,
  file: string | undefined,
  results: PolicyResults,
): void {
  const { id } = policy;
  switch (outcome.kind) {
    case "skipped":
      results.skipped.push({ policy: id, reason: outcome.reason });
      break;
    case "violated":
      results.violations.push(builder.fromSubject(policy, effective));
      break;
    case "matches": {
      const { matches, isCut } = outcome;
      if (matches.length === 0) results.passed.push(id);
      for (const match of matches) results.violations.push(builder.fromMatch(policy, effective, match));
      const message = `${id} has more than ${matches.length} violations; the rest is not reported.`;
      if (isCut) results.diagnostics.push(report("check/too-many", { file }, message));
      break;
    }
    case "indeterminate": {
      const { reason: cause } = outcome;
      results.diagnostics.push(report("check/indeterminate", { file }, `${id} could not be checked: ${cause}.`));
      const isViolated = prioritySpecs[effective.priority].failsClosed;
      if (isViolated) results.violations.push(builder.fromIndeterminate(policy, effective, cause));
      else results.skipped.push({ policy: id, reason: { kind: "indeterminate", cause } });
      break;
    }
    default:
      outcome satisfies never;
  }
}
