import { toWirePolicy, type Policy } from "@precept/governance";
import { stringify } from "yaml";

/** Returns the text of a policy file with one policy. */
export function policyText(policy: Policy): string {
  return stringify(toWirePolicy(policy));
}
