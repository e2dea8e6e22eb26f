import { prioritySpecs, defaultTables } from "@precept/contract/values";
import { report } from "../diagnostic-catalogue.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import type { Subject } from "../model/subject.ts";
import { applySequences } from "../sequences/apply-sequences.ts";
import { effectivePriorityOf } from "../model/tables.ts";
import { evaluatePolicies, type PolicyOutcome } from "./evaluate-policies.ts";
import { finaliseDecision, type PolicyResults } from "./finalise-decision.ts";
import type { EvaluateOptions } from "./options.ts";
import { createRedactor } from "./secret-redactor.ts";
import { createViolationBuilder, isRedacted } from "./violation-builder.ts";

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
  const builder = createViolationBuilder(subject, phase, hash, redactorFor(outcomes), options.context);
  for (const [policy, outcome] of outcomes) add(policy, outcome);
  const decision = finaliseDecision(results, policies, subject, options);
  const { sequences = () => undefined } = options;
  return sequences === "hold" ? decision : applySequences(decision, policies, sequences);

  function add(policy: Policy, outcome: PolicyOutcome): void {
    const { id } = policy;
    const { file } = subject;
    const effective = effectivePriorityOf(policy, tables, phase, highQuality);
    switch (outcome.kind) {
      case "skipped":
        results.skipped.push({ policy: id, reason: outcome.reason });
        if (outcome.reason.kind === "unavailable") {
          const message = `${id} is not checked: ${outcome.reason.cause}.`;
          results.diagnostics.push(report("check/unavailable", {}, message));
        }
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
}

function redactorFor(outcomes: ReadonlyMap<Policy, PolicyOutcome>): (text: string) => string {
  // A registered policy redacts its own violations only: it must not hide the violations of other policies.
  const secrets = [...outcomes].flatMap(([policy, outcome]) =>
    outcome.kind === "matches" && isRedacted(policy) && policy.origin !== "registered" ? outcome.matches : [],
  );
  return createRedactor(secrets.map(({ text }) => text));
}
