// The suite
export { describeRuleStore } from "./describe-rule-store.ts";
export type { KnownGap, ModelOptions, RuleStoreSuite } from "./suite.ts";
export { sameContent } from "./same-content.ts";

// The requirements as data
export { requirementIds, requirements, type Requirement, type RequirementId } from "./requirements.ts";
export { checkRequirement } from "./check-requirement.ts";
