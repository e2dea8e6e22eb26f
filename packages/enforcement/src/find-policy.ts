import { nearestNames, PreceptError } from "@precept/core";
import type { Policy } from "@precept/governance";
import type { PolicyEngine } from "./policy-engine.ts";

/** Finds a policy by its id. @throws PreceptError `POLICY_UNKNOWN`; `POLICY_REFUSED` if the policy has an error. */
export async function findPolicy(policies: Pick<PolicyEngine, "get" | "list" | "diagnostics">, id: string): Promise<Policy> {
  const found = await policies.get(id);
  if (found !== undefined) return found;
  const refusal = (await policies.diagnostics()).find((one) => one.severity === "error" && mentions(one.message, id));
  if (refusal !== undefined) {
    throw new PreceptError("POLICY_REFUSED", { id, reason: refusal.message });
  }
  const known = (await policies.list()).map((policy) => policy.id);
  throw new PreceptError("POLICY_UNKNOWN", { id, near: nearestNames(id, known) });
}

/** Whether a sentence contains an id as a whole word. */
function mentions(sentence: string, id: string): boolean {
  return sentence.split(/[^\w.-]+/).some((word) => word.replace(/\.$/, "") === id);
}
