// The suite
export { describeRuleStore } from "./describe-rule-store.ts";
export type { KnownGap, ModelOptions, RuleStoreSuite } from "./suite.ts";
export { sameContent } from "./same-content.ts";

// The requirements as data
export { requirementIds, requirements, type Requirement, type RequirementId } from "./requirements.ts";
export { checkRequirement } from "./check-requirement.ts";

// The contract of state that servers share
export { checkStateRequirement, describeSharedState } from "./state/describe-shared-state.ts";
export { stateRequirementIds, stateRequirements, type StateRequirement, type StateRequirementId } from "./state/requirements.ts";
export type { SharedStateSuite } from "./state/state-suite.ts";

// The contract of a cache that processes share
export { checkCacheRequirement, describeRuleCache } from "./rule-cache/describe-rule-cache.ts";
export {
  cacheRequirementIds,
  cacheRequirements,
  type CacheRequirement,
  type CacheRequirementId,
} from "./rule-cache/requirements.ts";
export type { OpenRuleCache, RuleCacheSuite, StoredTexts } from "./rule-cache/suite.ts";

// The contract of a search by words
export {
  checkRuleSearch,
  describeRuleSearch,
  ruleSearchChecks,
  type RuleSearchCheck,
  type RuleSearchSuite,
} from "./rule-search/describe-rule-search.ts";
