import type { Policy } from "@precept/governance";

/**
 * Returns the text of a policy file with one policy.
 *
 * @param before the text that it replaces, whose comments, order and quotes stay. Default: none.
 */
export async function printPolicy(policy: Policy, before?: string): Promise<string> {
  // Loaded on demand, because neither hooks nor requests for rules print a policy.
  const { policyText } = await import("./policy-text.ts");
  return policyText(policy, before);
}
