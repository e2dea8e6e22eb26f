import * as fc from "fast-check";
import { repositorySpecs } from "./repositories/repository-specs.ts";
import type { Sequence } from "./run-sequence.ts";
import { stepSequences } from "./steps/step-sequences.ts";

/** Random repositories, a fifth of them in git, and what is done with them. */
export const sequences: fc.Arbitrary<Sequence> = fc.record({
  files: repositorySpecs,
  inGit: fc.nat(4).map((number) => number === 4),
  steps: stepSequences,
});
