export { runSequence, type RunStep, type Sequence } from "./run-sequence.ts";
export { repositorySpecs } from "./repositories/repository-specs.ts";
export { stepSequences } from "./steps/step-sequences.ts";
