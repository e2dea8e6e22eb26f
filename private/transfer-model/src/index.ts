export { checkRoundTrip } from "./check-round-trip.ts";
export { repositorySpecs } from "./repositories/repository-specs.ts";
export { runSequence, type RunStep, type Sequence } from "./run-sequence.ts";
export { stepSequences } from "./steps/step-sequences.ts";
