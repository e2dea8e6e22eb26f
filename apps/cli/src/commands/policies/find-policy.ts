import { nearestNames, PreceptError } from "@precept/core";
import type { Policy } from "@precept/governance";
import type { PolicyEngine } from "@precept/enforcement";

/**
 * The policy with this id.
 *
 * @throws PreceptError `OPTION_INVALID`, with the nearest ids there are, or with what is wrong with the policy.
 */
export async function findPolicy(policies: PolicyEngine, id: string): Promise<Policy> {
  const found = await policies.get(id);
  if (found !== undefined) return found;
  const refusal = (await policies.diagnostics()).find((one) => one.severity === "error" && mentions(one.message, id));
  if (refusal !== undefined) {
    const expected = `a policy in force; this one was refused: ${refusal.message.replace(/\.$/, "")}`;
    throw new PreceptError("OPTION_INVALID", { option: "The policy", value: id, expected });
  }
  const near = nearestNames(
    id,
    (await policies.list()).map((policy) => policy.id),
  );
  const expected = near.length > 0 ? `a policy, such as ${near.join(", ")}` : "a policy that `precept policies list` shows";
  throw new PreceptError("OPTION_INVALID", { option: "The policy", value: id, expected });
}

/** Whether an id stands in a sentence, and is not part of a longer one. */
function mentions(sentence: string, id: string): boolean {
  return sentence.split(/[^\w.-]+/).some((word) => word.replace(/\.$/, "") === id);
}
