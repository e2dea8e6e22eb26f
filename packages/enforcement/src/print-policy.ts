import type { Policy } from "@precept/governance";

/** Returns the text of a policy file with one policy. */
export async function printPolicy(policy: Policy): Promise<string> {
  // Loaded on demand, because neither hooks nor requests for rules print a policy.
  const { policyText } = await import("./policy-text.ts");
  return policyText(policy);
}
