// Running the patterns of policies. Apart from the rest, since it brings along engines that a workspace without policies never needs.
export { createBoundedRunner, type BoundedRunnerOptions, type SlowPattern } from "./runner/pattern-runner.ts";
export { createDangerCheck, type DangerCheck, type DangerCheckOptions } from "./runner/danger-check.ts";
export { createDangerCache, describeDanger, type Danger, type DangerCache } from "./runner/danger.ts";
