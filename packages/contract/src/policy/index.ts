export { policyDocumentSchema, type PolicyDocument } from "./policy-schema.ts";
export { matchSchema, type MatchDocument } from "./match-schema.ts";
export { matchExamples, matchExamplesOf, type MatchKey, type MatchKeyExamples } from "./match-examples.ts";
export { sequenceSchema, type SequenceDocument } from "./sequence-schema.ts";
export type { CommandConditionDocument } from "./command-condition-schema.ts";
export type { SyntaxConditionDocument, SyntaxRuleDocument } from "./syntax-condition-schema.ts";
export type { InputConditionDocument } from "./input-condition-schema.ts";
export { tablesDocumentSchema, type TablesDocument } from "./tables-schema.ts";
