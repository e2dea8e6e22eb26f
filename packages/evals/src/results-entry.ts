// The results of evals, for programs that make none: without what runs agents.
export { checkEvidence, describeEvidence, evidenceOf, type StoredEvidence } from "./evidence.ts";
export { evalDiagnostics, type EvalDiagnosticCode } from "./diagnostic-catalogue.ts";
export { readResults, type EvalResults, type RuleEvidence } from "./results.ts";
