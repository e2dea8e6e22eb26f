// Closed lists, which policy files, requests and answers share
export {
  approvalMemories,
  approvalStatuses,
  asksHuman,
  comparePriorities,
  contextKeys,
  defaultTables,
  failsCheck,
  highestPenalty,
  isPolicyAction,
  maxSequenceCount,
  notificationRecipients,
  phases,
  policyActions,
  policyActionSpecs,
  policyModes,
  policySeverities,
  priorities,
  prioritySpecs,
  sequenceValues,
  signalKeys,
  stopsAgent,
  strictestAction,
  subjectKinds,
  type ActionEffects,
  type ApprovalMemory,
  type ApprovalStatus,
  type ContextKey,
  type ContextKeySpec,
  type ContextSource,
  type DecisionAction,
  type GovernanceTables,
  type IterationPenalty,
  type NotificationRecipient,
  type Phase,
  type PolicyAction,
  type PolicyActionSpec,
  type PolicyMode,
  type PolicySeverity,
  type Priority,
  type PriorityMapping,
  type PrioritySpec,
  type SequenceValue,
  type SignalKey,
  type SubjectKind,
} from "@precept/contract/values";
export {
  deniesWithoutAnswer,
  needsApproval,
  type ApprovalAnswer,
  type ApprovalQuestion,
  type AskHuman,
  type AskedQuestion,
  type GivenAnswer,
} from "./model/approval.ts";
export {
  subjectKindOf,
  subjectKindSpecs,
  type JsonObject,
  type PolicyContext,
  type Subject,
  type SubjectKindSpec,
} from "./model/subject.ts";
export { applySequences, describeProgress, type ProgressOf } from "./sequences/apply-sequences.ts";
export {
  observeCall,
  sequenceValueOf,
  type DecidedSubject,
  type ObservedCall,
  type ObserveOptions,
} from "./sequences/observe.ts";
export { reduceSequences, type SequenceProgress, type SequenceProgressByPolicy, type SequenceStep } from "./sequences/reduce.ts";
export { emptySequenceState, sequenceId, type SequenceMark, type SequenceRecord, type SequenceState } from "./sequences/state.ts";
export type { CallOutcome, SequenceCall, SequenceEvent, SequenceObservation } from "./sequences/events.ts";
export { applySequencesToCall } from "./sequences/apply-to-call.ts";
export { partsOf } from "./sequences/trackers-of.ts";
export { signalsOf } from "./signals/signals-of.ts";
export { policyDocumentSchema, tablesDocumentSchema, type PolicyDocument, type TablesDocument } from "@precept/contract/policy";
export { policyFileJsonSchema, policyJsonSchema } from "./model/json-schema.ts";
export {
  type CommandCondition,
  type Expression,
  type HookTest,
  type InputCondition,
  type Policy,
  type PolicyFix,
  type PolicyMatch,
  type PolicySequence,
  type PolicyTest,
  type PolicyTests,
  type SequenceTest,
  type SoftHookInterceptor,
  type SoftHookSettings,
  type TextTest,
} from "./model/policy.ts";
export { effectivePriorityOf, effectsOf, isCheckedIn, phasesOf, type EffectivePriority } from "./model/tables.ts";
export { createTables } from "./model/create-tables.ts";
export type { AcceptedViolation, Decision, SkippedPolicy, SkippedPolicyReason, Violation } from "./model/decision.ts";
export type { AgentCall, CheckOptions, EnforcedOutcome, EnforceOptions } from "./enforcement.ts";
export type { PatternSource } from "./model/pattern.ts";

// Diagnostics
export { policyDiagnostics, report as reportOnPolicy, type PolicyDiagnosticCode } from "./diagnostic-catalogue.ts";

// Policy files
export { parsePolicies, type LocatedPolicy, type ParsedPolicies } from "./parse/parse-policies.ts";
export { compilePolicies } from "./compiled/compile-policies.ts";
export type { CompiledStarter } from "./compiled/compiled-starter.ts";
export { loadCompiledPolicies } from "./compiled/load-compiled-policies.ts";
export type { PolicyLocations } from "./parse/policy-locations.ts";
export { readPolicy, type ReadPolicy } from "./parse/read-policy.ts";
export { unwrapPolicy } from "./parse/unwrap-policy.ts";

// Validating policies
export {
  runPolicyTests,
  type PolicyTestOptions,
  type PolicyTestOutcome,
  type PolicyTestReport,
  type PolicyTestResult,
} from "./policy-tests/run-tests.ts";
export { createPolicySet, registerPolicy, type PolicySet, type RegisteredPolicy } from "./policy-set/policy-set.ts";
export { lacksTests, type PolicySetOptions } from "./policy-set/validate-policy.ts";
export { canonicalId } from "./policy-set/canonical-id.ts";
export { hashPolicy } from "./policy-set/policy-hash.ts";

// Evaluating policies
export { evaluate } from "./evaluate/evaluate.ts";
export { defaultMaxViolations, type EvaluateOptions } from "./evaluate/options.ts";
export { reportViolation, type ReportedLocation, type ReportOptions } from "./evaluate/report-violation.ts";
export { joinDecisions } from "./evaluate/join-decisions.ts";
export { describePolicySkip } from "./evaluate/describe-skip.ts";
export { patternOf } from "./prepare/policy-pattern.ts";
export { patternsOf, prefilterPatternsOf } from "./prepare/policy-expressions.ts";
export type { TextHash } from "./model/fingerprint.ts";
export {
  groupsOf,
  runPattern,
  unboundedRunner,
  type PatternMatch,
  type PatternOutcome,
  type PatternRunner,
  type PatternTask,
} from "./evaluate/pattern-runner.ts";
export { readHookPayload, type HookPayload } from "./hooks/hook-payload.ts";
export { parseHookPayload, type ParsedPayload } from "./hooks/parse-payload.ts";
export { eventNames, type EventName } from "./hooks/event-names.ts";
export { hookEventKindOf, hookEventKinds, type HookEventKind } from "./hooks/event-kinds.ts";
export { toolClasses, type ToolClass } from "./hooks/tool-classes.ts";

// Untrusted patterns
export { checkPattern, type PatternCheck, type RefusalReason } from "./prefilter/check-pattern.ts";
export { createPrefilter, type Prefilter, type PrefilterPattern } from "./prefilter/prefilter.ts";
export { createCandidateFinder, type CandidateFinder, type CandidateFinderOptions } from "./prefilter/candidate-finder.ts";
export { lineLiterals } from "./prefilter/line-literals.ts";
export { requiredLiterals } from "./prefilter/required-literals.ts";
export { toLinearPattern, type LinearPattern } from "./prefilter/linear-syntax.ts";
export { attackStringsFor, buildAttackText, type AttackString } from "./prefilter/attack-strings.ts";

// Commands
export { parseCommands } from "./commands/parse-commands.ts";
export {
  commandLimits,
  type CommandRedirect,
  type EmbeddedCode,
  type ParsedCommand,
  type ParsedCommands,
  type TextRange,
} from "./commands/parsed-command.ts";

// Fixes
export { fixViolations, type FixedViolation, type FixResult, type FixViolationsOptions } from "./fix/fix-violations.ts";
export {
  appliesFix,
  planFixes,
  type FixPlan,
  type PlanFixesOptions,
  type PlannedFix,
  type UnfixedReason,
  type UnfixedViolation,
} from "./fix/plan-fixes.ts";

// Soft hooks
export { escalateDecision, escalationAt, thresholdOf } from "./soft-hooks/escalation.ts";
export {
  softHookCheckOf,
  type Occurrence,
  type SoftHookCheck,
  type SoftHookEffect,
  type SoftHookEvent,
} from "./soft-hooks/events.ts";
export { reduceSoftHooks, type EscalationPolicy, type SoftHookStep } from "./soft-hooks/reduce.ts";
export {
  emptySoftHookState,
  softHookId,
  type Escalation,
  type OpenAdvice,
  type SoftHook,
  type SoftHookActor,
  type SoftHookKey,
  type SoftHookState,
} from "./soft-hooks/state.ts";

// Accepted violations
export { findSuppressions, type Suppression } from "./suppress/find-suppressions.ts";
export { applyBaseline } from "./suppress/apply-baseline.ts";
export { baselineSchema } from "./suppress/baseline-schema.ts";
export { readBaseline, type ReadBaseline } from "./suppress/read-baseline.ts";
export {
  createBaseline,
  emptyBaseline,
  pruneBaseline,
  reportStale,
  splitByBaseline,
  staleEntries,
  type Baseline,
  type BaselineEntry,
} from "./suppress/baseline.ts";

// Reports
export { findingRulesOf, findingsOf } from "./report/decision-findings.ts";
export { decisionRows, type DecisionRow } from "./report/decision-rows.ts";

// Wire formats
export { toWireDecision, toWireViolation } from "./wire/decision.ts";
export type {
  WireAcceptedViolation,
  WireAdvice,
  WireApprovalQuestion,
  WireAskedQuestion,
  WireDecision,
  WireEnforcedDecision,
  WireSkippedPolicy,
  WireSoftHook,
  WireSoftHookEffect,
  WireViolation,
} from "@precept/contract";
export { toWireEnforcedDecision, toWireExplainedDecision } from "./wire/enforced-decision.ts";
export { toWireApprovalQuestion, toWireAskedQuestion } from "./wire/approval.ts";
export { toWireAdvice, toWireSoftHook } from "./wire/soft-hook.ts";
export { toWirePolicy } from "./wire/policy.ts";
export { toPolicyTool, type PolicyTool } from "./wire/policy-tool.ts";
export { toPriorityNotification, type PriorityNotification } from "./wire/notification.ts";
export {
  toAuditRecord,
  toSoftHookRecord,
  type LogEntryMetadata,
  type WireAuditRecord,
  type WireSoftHookRecord,
} from "./wire/records.ts";
