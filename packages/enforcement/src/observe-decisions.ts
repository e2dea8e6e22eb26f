import type { Decision } from "@precept/governance";
import { count, observe } from "@precept/telemetry";

/**
 * Traces and measures a decision by policies, and counts the violations by policy. Checked texts are not recorded.
 *
 * @param operation `check` only decides; `enforce` acts on the decision, too.
 * @param session the id of the agent's session, if there is one.
 */
export function observeDecision<Decided extends Decision>(
  operation: "check" | "enforce",
  session: string | undefined,
  decide: () => Promise<Decided>,
): Promise<Decided> {
  const attributes = { "precept.policy.operation": operation, "gen_ai.conversation.id": session };
  return observe("policies", attributes, async (annotate) => {
    const decision = await decide();
    annotate({ "precept.policy.action": decision.action });
    const found = [
      ["enforce", decision.violations],
      ["shadow", decision.shadowed],
    ] as const;
    for (const [mode, violations] of found) {
      for (const { policy, action } of violations) {
        const names = { "precept.policy.id": policy, "precept.policy.action": action, "precept.policy.mode": mode };
        count("precept.policy.violations", 1, names);
      }
    }
    return decision;
  });
}
