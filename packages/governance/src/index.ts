// The model
export {
  failsCheck,
  highestPenalty,
  isPolicyAction,
  policyActions,
  policyActionSpecs,
  stopsAgent,
  strictestAction,
  type ActionEffects,
  type DecisionAction,
  type IterationPenalty,
  type PolicyAction,
  type PolicyActionSpec,
} from "./model/policy-action.ts";
export { phases, type Phase } from "./model/phase.ts";
export { policySeverities, type PolicySeverity } from "./model/policy-severity.ts";
export { comparePriorities, priorities, prioritySpecs, type Priority, type PrioritySpec } from "./model/priority.ts";
export { subjectKindOf, subjectKinds, type PolicyContext, type Subject, type SubjectKind } from "./model/subject.ts";
export { policyDocumentSchema, type PolicyDocument } from "./model/policy-schema.ts";
export { policyFileJsonSchema, policyJsonSchema } from "./model/json-schema.ts";
export {
  policyModes,
  type HookTest,
  type Policy,
  type PolicyFix,
  type PolicyMatch,
  type PolicyMode,
  type PolicyTest,
  type PolicyTests,
  type SoftHookInterceptor,
  type SoftHookSettings,
  type TextTest,
} from "./model/policy.ts";
export {
  defaultTables,
  effectivePriorityOf,
  effectsOf,
  isCheckedIn,
  phasesOf,
  type EffectivePriority,
  type GovernanceTables,
  type PriorityMapping,
} from "./model/tables.ts";
export { createTables, tablesDocumentSchema, type TablesDocument } from "./model/tables-schema.ts";
export type { AcceptedViolation, Decision, SkippedPolicy, SkippedPolicyReason, Violation } from "./model/decision.ts";
export type { PatternSource } from "./model/pattern.ts";

// What can be wrong
export { policyDiagnostics, report as reportOnPolicy, type PolicyDiagnosticCode } from "./diagnostic-catalogue.ts";

// Policy files
export { parsePolicies, type ParsedPolicies, type PlacedPolicy } from "./parse/parse-policies.ts";
export type { PolicyPlaces } from "./parse/policy-places.ts";
export { readPolicy, type ReadPolicy } from "./parse/read-policy.ts";

// Policies that stand their tests
export {
  runPolicyTests,
  type PolicyTestOptions,
  type PolicyTestOutcome,
  type PolicyTestReport,
  type PolicyTestResult,
} from "./policy-tests/run-tests.ts";
export { createPolicySet, registerPolicy, type PolicySet, type RegisteredPolicy } from "./policy-set/policy-set.ts";
export type { PolicySetOptions } from "./policy-set/examine-policy.ts";

// Checking a text
export { evaluate } from "./evaluate/evaluate.ts";
export { defaultMaxViolations, type EvaluateOptions } from "./evaluate/options.ts";
export { reportViolation, type ReportedPlace, type ReportOptions } from "./evaluate/report-violation.ts";
export { joinDecisions } from "./evaluate/join-decisions.ts";
export { describePolicySkip } from "./evaluate/describe-skip.ts";
export { patternOf, patternsOf } from "./evaluate/policy-pattern.ts";
export type { TextHash } from "./evaluate/fingerprint.ts";
export {
  groupsOf,
  runPattern,
  unboundedRunner,
  type PatternMatch,
  type PatternOutcome,
  type PatternRunner,
} from "./evaluate/pattern-runner.ts";
export { readHookPayload, type HookReading } from "./hooks/read-hook.ts";

// Strangers' patterns
export { checkPattern, type PatternCheck, type RefusalReason } from "./prefilter/check-pattern.ts";
export { createPrefilter, type Prefilter, type PrefilterPattern } from "./prefilter/prefilter.ts";
export { createCandidateFinder, type CandidateFinder } from "./prefilter/candidate-finder.ts";
export { lineLiterals } from "./prefilter/line-literals.ts";
export { requiredLiterals } from "./prefilter/required-literals.ts";
export { toLinearPattern, type LinearPattern } from "./prefilter/linear-syntax.ts";
export { attacksOn, attackText, type Attack } from "./prefilter/attacks.ts";

// Quick fixes
export { fixText, type FixedViolation, type FixResult, type FixTextOptions } from "./fix/fix-text.ts";
export {
  planFixes,
  wantsQuickFix,
  type Fix,
  type FixPlan,
  type LeftReason,
  type LeftViolation,
  type PlanFixesOptions,
} from "./fix/plan-fixes.ts";
export { applyEdits, type TextEdit } from "./fix/text-edit.ts";

// Advice that may be ignored for a while
export { escalateDecision, escalationAt, thresholdOf } from "./soft-hooks/escalation.ts";
export { lookOf, type Look, type Sighting, type SoftHookEffect, type SoftHookEvent } from "./soft-hooks/event.ts";
export { reduceSoftHooks, type SoftHookLaw, type SoftHookStep } from "./soft-hooks/reduce.ts";
export {
  noSoftHooks,
  softHookId,
  type Escalation,
  type SoftHook,
  type SoftHookKey,
  type SoftHookParty,
  type SoftHookState,
} from "./soft-hooks/state.ts";

// What was accepted
export { findSuppressions, type Suppression } from "./suppress/find-suppressions.ts";
export { acceptKnown } from "./suppress/accept-known.ts";
export {
  baselineSchema,
  createBaseline,
  emptyBaseline,
  pruneBaseline,
  readBaseline,
  reportStale,
  splitByBaseline,
  staleEntries,
  type Baseline,
  type BaselineEntry,
  type ReadBaseline,
} from "./suppress/baseline.ts";

// Reports
export { findingRulesOf, findingsOf } from "./report/decision-findings.ts";
export { decisionRows, type DecisionRow } from "./report/decision-rows.ts";

// Wires
export {
  toWireDecision,
  toWireViolation,
  type WireAcceptedViolation,
  type WireDecision,
  type WireSkippedPolicy,
  type WireViolation,
} from "./wire/decision.ts";
export { toWirePolicy } from "./wire/policy.ts";
export { toPolicyTool, type PolicyTool } from "./wire/policy-tool.ts";
export { toPriorityNotification, type PriorityNotification } from "./wire/notification.ts";
export { toAuditRecord, toSoftHookRecord, type AuditRecord, type RecordStamp, type SoftHookRecord } from "./wire/records.ts";
