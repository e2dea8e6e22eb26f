import { policyActions, policyActionSpecs } from "@precept/governance";
import type { PreceptHost } from "../host/precept-host.ts";

/** The instructions about policies. */
const policyInstructions =
  "Precept's rule engine checks what agents write, run and say against the policies of a project. Call `rule_engine` with action `execute`, the " +
  "phase of your work and `context: {code, file}` before you hand in code, and act on the answer: " +
  policyActions.map((action) => `${action}: ${policyActionSpecs[action].instruction}; `).join("") +
  "PASS: no violations. `check_violation` only reports violations and changes nothing.";

/** Composes what a client tells its model about the server. */
export async function composeInstructions({ policies }: PreceptHost): Promise<string> {
  return policies === undefined ? "" : policyInstructions;
}
