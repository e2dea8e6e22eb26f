import { killToolStep } from "../transfer-model/faults/kill-step.ts";
import { trySequences } from "../transfer-model/trial.ts";
import type { Round } from "../trial.ts";

/** Like `transfer-model`, but the commands that stop run in processes that are killed. */
export function runRound(seed: number): Promise<Round> {
  return trySequences(seed, 2, killToolStep);
}
