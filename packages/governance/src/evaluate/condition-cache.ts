import type { SkippedPolicyReason } from "../model/decision.ts";
import { failedCondition, type PreconditionInputs } from "./precondition.ts";
import type { PreparedBlock } from "../prepare/prepared-block.ts";

/** Evaluates the conditions of each block that do not depend on the text, once per block. */
export class ConditionCache {
  readonly #inputs: PreconditionInputs;
  readonly #reasons = new Map<PreparedBlock, SkippedPolicyReason | undefined>();

  constructor(inputs: PreconditionInputs) {
    this.#inputs = inputs;
  }

  reasonFor(block: PreparedBlock): SkippedPolicyReason | undefined {
    if (!this.#reasons.has(block)) this.#reasons.set(block, failedCondition(block, this.#inputs));
    return this.#reasons.get(block);
  }
}
