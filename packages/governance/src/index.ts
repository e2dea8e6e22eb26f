// Closed lists, which policy files, requests and answers share
export { ciNames, contextKeys, signalKeys, type CiName, type ContextKey, type SignalKey } from "@precept/contract/values";
export {
  phases,
  policyModes,
  subjectKinds,
  type Phase,
  type PolicyMode,
  type SubjectKind,
  type SyntaxLanguage,
} from "@precept/contract/values";
export { policySeverities, type PolicySeverity, type SequenceValue } from "@precept/contract/values";
export { comparePriorities, priorities, prioritySpecs, type Priority } from "@precept/contract/values";
export { asksHuman, failsCheck, isPolicyAction, policyActions, policyActionSpecs, stopsAgent } from "@precept/contract/values";
export { highestPenalty, strictestAction, type ActionEffects, type DecisionAction } from "@precept/contract/values";
export { approvalMemories, type ApprovalMemory, type ApprovalStatus, type PolicyAction } from "@precept/contract/values";
export { defaultTables, type GovernanceTables, type PriorityMapping } from "@precept/contract/values";
export type { IterationPenalty, NotificationRecipient } from "@precept/contract/values";
export { policyDocumentSchema, tablesDocumentSchema, type PolicyDocument, type TablesDocument } from "@precept/contract/policy";

// Policies
export type { Expression, PatternSource, Policy, PolicyFix, PolicyMatch, PolicySequence } from "./model/policy.ts";
export type { SyntaxCondition, SyntaxRule } from "./model/policy.ts";
export type { CommandCondition, InputCondition, SoftHookInterceptor, SoftHookSettings } from "./model/policy.ts";
export type { HookTest, PolicyTest, PolicyTests, SequenceTest, TextTest } from "./model/policy.ts";
export { policyFileJsonSchema, policyJsonSchema } from "./model/json-schema.ts";
export { createTables } from "./model/create-tables.ts";
export { effectivePriorityOf, effectsOf, isCheckedIn, phasesOf, type EffectivePriority } from "./model/tables.ts";
export { policyDiagnostics, report as reportOnPolicy, type PolicyDiagnosticCode } from "./diagnostic-catalogue.ts";

// Policy files
export { parsePolicies, type LocatedPolicy, type ParsedPolicies } from "./parse/parse-policies.ts";
export { readPolicy, type ReadPolicy } from "./parse/read-policy.ts";
export type { PolicyLocations } from "./parse/policy-locations.ts";
export { unwrapPolicy } from "./parse/normalise-document.ts";
export { compilePolicies } from "./compiled/compile-policies.ts";
export { loadCompiledPolicies, type CompiledStarter } from "./compiled/load-compiled-policies.ts";

// Checks of rules
export {
  checkIdsOf,
  readRuleChecks,
  type ReadRuleChecks,
  type RuleCheck,
  type RuleWithChecks,
} from "./rule-checks/read-rule-checks.ts";
export { occasionsOf, type OccasionKind } from "./rule-checks/occasions.ts";

// Validating policies
export { runPolicyTests, type PolicyTestOptions, type PolicyTestReport } from "./policy-tests/run-tests.ts";
export type { PolicyTestOutcome, PolicyTestResult } from "./policy-tests/run-tests.ts";
export { createPolicySet, registerPolicy, type PolicySet, type RegisteredPolicy } from "./policy-set/policy-set.ts";
export { findUnmeasuredThreshold, lacksTests, type PolicySetOptions } from "./policy-set/validate-policy.ts";
export { canonicalId, hashPolicy } from "./policy-set/policy-identity.ts";

// Evaluating policies
export { evaluate } from "./evaluate/evaluate.ts";
export { traceMatch, type MatchStep } from "./trace/trace-match.ts";
export type { EvaluateOptions } from "./evaluate/options.ts";
export { subjectKindOf, type JsonObject, type PolicyContext, type Subject } from "./model/subject.ts";
export type { AcceptedViolation, Decision, SkippedPolicy, SkippedPolicyReason, Violation } from "./model/decision.ts";
export type { AgentCall, CheckOptions, EnforcedOutcome, EnforceOptions } from "./enforcement.ts";
export { reportViolation, type ReportedLocation, type ReportOptions } from "./evaluate/report-violation.ts";
export { joinDecisions } from "./evaluate/join-decisions.ts";
export { describePolicySkip } from "./evaluate/describe-skip.ts";
export { patternOf, preparePolicyGlobs } from "./prepare/policy-pattern.ts";
export { patternsOf, prefilterPatternsOf } from "./prepare/prepare-policies.ts";
export type { TextHash } from "./model/fingerprint.ts";
export { groupsOf, runPattern, unboundedRunner, type PatternRunner, type PatternTask } from "./evaluate/pattern-runner.ts";
export type { SyntaxMatch, SyntaxOutcome } from "./evaluate/pattern-runner.ts";
export type { Code } from "./syntax/code-of.ts";
export type { PatternMatch, PatternOutcome } from "./evaluate/pattern-runner.ts";
export { deniesWithoutAnswer, needsApproval, type AskHuman, type AskedQuestion, type GivenAnswer } from "./model/approval.ts";
export type { ApprovalAnswer, ApprovalQuestion } from "./model/approval.ts";
export { signalsOf } from "./signals/signals-of.ts";

// Hook payloads
export { readHookPayload, type HookPayload } from "./hooks/hook-payload.ts";
export { parseHookPayload, type ParsedPayload } from "./hooks/parse-payload.ts";
export { eventNames, hookEventKindOf, type HookEventKind } from "./hooks/events.ts";
export type { ToolClass } from "./hooks/tool-classes.ts";

// Untrusted patterns
export { checkPattern, type PatternCheck, type RefusalReason } from "./prefilter/check-pattern.ts";
export { createCandidateFinder, type CandidateFinder, type CandidateFinderOptions } from "./prefilter/candidate-finder.ts";
export { lineLiterals } from "./prefilter/line-literals.ts";
export { requiredLiterals } from "./prefilter/required-literals.ts";
export { compileLinear, isLinear, type LinearPattern } from "./linear/linear-engine.ts";
export { attackStringsFor, buildAttackText, type AttackString } from "./prefilter/attack-strings.ts";

// Commands
export { parseCommands } from "./commands/parse-commands.ts";
export type { ProjectFiles } from "./commands/project-files.ts";
export { commandLimits, type CommandRedirect, type EmbeddedCode } from "./commands/parsed-command.ts";
export type { ParsedCommand, ParsedCommands, TextRange } from "./commands/parsed-command.ts";

// Fixes
export { fixViolations, type FixedViolation, type FixResult, type FixViolationsOptions } from "./fix/fix-violations.ts";
export { appliesFix, planFixes, type FixPlan, type PlanFixesOptions, type PlannedFix } from "./fix/plan-fixes.ts";
export type { UnfixedReason, UnfixedViolation } from "./fix/plan-fixes.ts";

// Sequences
export { applySequences, applySequencesToCall, type ProgressOf } from "./sequences/apply-sequences.ts";
export { observeCall, type DecidedSubject, type ObservedCall, type ObserveOptions } from "./sequences/observe.ts";
export { reduceSequences, type SequenceProgress, type SequenceProgressByPolicy, type SequenceStep } from "./sequences/reduce.ts";
export { emptySequenceState, type SequenceMark, type SequenceRecord, type SequenceState } from "./sequences/state.ts";
export type { CallOutcome, SequenceCall, SequenceEvent, SequenceObservation } from "./sequences/events.ts";
export { partsOf } from "./sequences/trackers-of.ts";

// Soft hooks
export { escalateDecision, escalationAt, thresholdOf } from "./soft-hooks/escalation.ts";
export { softHookCheckOf, type SoftHookCheck, type SoftHookEffect, type SoftHookEvent } from "./soft-hooks/events.ts";
export type { Occurrence } from "./soft-hooks/events.ts";
export { reduceSoftHooks, type EscalationPolicy, type SoftHookStep } from "./soft-hooks/reduce.ts";
export { emptySoftHookState, softHookId, type Escalation, type OpenAdvice, type SoftHook } from "./soft-hooks/state.ts";
export type { SoftHookActor, SoftHookKey, SoftHookState } from "./soft-hooks/state.ts";

// Accepted violations
export { findSuppressions, type Suppression } from "./suppress/find-suppressions.ts";
export { readBaseline, type Baseline, type BaselineEntry, type ReadBaseline } from "./suppress/read-baseline.ts";
export { createBaseline, emptyBaseline, pruneBaseline, reportStale, staleEntries } from "./suppress/baseline.ts";
export { applyBaseline, splitByBaseline } from "./suppress/baseline.ts";

// Reports
export { findingRulesOf, findingsOf } from "./report/decision-findings.ts";
export { limitDecision, type LimitedDecision } from "./report/limit-decision.ts";
export { decisionRows, type DecisionRow } from "./report/decision-rows.ts";

// Wire formats
export { toPriorityNotification, toWireDecision, toWireViolation, type PriorityNotification } from "./wire/decision.ts";
export { toWireEnforcedDecision, toWireExplainedDecision } from "./wire/enforced-decision.ts";
export { toWireAdvice, toWireApprovalQuestion, toWireAskedQuestion, toWireSoftHook } from "./wire/enforced-decision.ts";
export { toWirePolicy } from "./wire/policy.ts";
export { toPolicyTool, type PolicyTool } from "./wire/policy-tool.ts";
export { toAuditRecord, toSoftHookRecord, type LogEntryMetadata } from "./wire/records.ts";
export type { WireAuditRecord, WireSoftHookRecord } from "./wire/records.ts";
export type { WireAcceptedViolation, WireDecision, WireEnforcedDecision, WireViolation } from "@precept/contract";
export type { WireAdvice, WireApprovalQuestion, WireAskedQuestion, WireSkippedPolicy } from "@precept/contract";
export type { WireSoftHook, WireSoftHookEffect } from "@precept/contract";
