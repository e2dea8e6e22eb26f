export { killToolStep } from "./faults/kill-step.ts";
export { checkRoundTrip } from "./check-round-trip.ts";
export { runSequence, type RunStep, type Sequence } from "./run-sequence.ts";
export { sequences } from "./sequences.ts";
