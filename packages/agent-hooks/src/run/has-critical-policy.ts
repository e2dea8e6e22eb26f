import { effectivePriorityOf } from "@precept/governance";
import type { HookPolicies } from "./hook-workspace.ts";

/** Whether a policy of the highest priority is enforced, so that a failure must deny. */
export async function hasCriticalPolicy(policies: HookPolicies): Promise<boolean> {
  const [all, tables] = await Promise.all([policies.list(), policies.tables()]);
  return all.some(
    (policy) => policy.enabled && policy.mode === "enforce" && effectivePriorityOf(policy, tables, undefined).priority === "P0",
  );
}
