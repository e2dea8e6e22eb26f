// Checks of one text: hidden characters and instructions, secrets
export { checkText } from "./text/check-text.ts";
export { fixText, type FixedText, type FixOptions } from "./text/fix-text.ts";
export { visibleLine } from "./text/visible-line.ts";

// Checks of all rules: patterns, tags, budget, conflicts
export { checkRules, reportFilesNotListed, type RuleCheckOptions } from "./rules/check-rules.ts";
export { activeRules, findConflicts, type ConflictOptions } from "./conflicts/find-conflicts.ts";
export { findContradictionsOf } from "./conflicts/find-contradictions.ts";
export { locateConflict } from "./conflicts/report-conflict.ts";
export { checkDiagnostics } from "./check-catalogue.ts";

// Reports
export { toSarif, type SarifTool } from "./report/sarif.ts";
export { toGitHubAnnotations } from "./report/github.ts";

// Policies from the sentences of rules
export { proposePolicies, type PolicyProposal, type PolicyProposals, type UnusedSentence } from "./proposals/propose-policies.ts";
