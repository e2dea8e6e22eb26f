// Running the patterns of policies. A separate entry point, so that programs without policies do not load regular
// expression engines.
export { createBoundedRunner, type BoundedRunnerOptions, type SlowPattern } from "./runner/pattern-runner.ts";
export { createSyntaxMatcher, type SyntaxMatcher, type SyntaxMatcherOptions } from "./syntax/syntax-matcher.ts";
export {
  createRegexSafetyChecker,
  type RegexSafetyChecker,
  type RegexSafetyCheckerOptions,
} from "./runner/regex-safety-checker.ts";
export { createRegexRiskCache, describeRegexRisk, type RegexRisk, type RegexRiskCache } from "./runner/regex-safety-checker.ts";
