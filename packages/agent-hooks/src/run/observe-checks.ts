import type { CancelSignal } from "@precept/core";
import { checkedSubjects, violatedIn, type Sender, type ViolatedPolicy } from "./check-policies.ts";
import type { HookWorkspace } from "./hook-workspace.ts";

/**
 * Returns the checks of rules that an event violates. They are recorded and never change the answer, so that a problem with them is
 * none of the call.
 */
export async function observeChecks(
  { ruleChecks, policies }: HookWorkspace,
  { host, payload }: Sender,
  signal: CancelSignal,
): Promise<readonly ViolatedPolicy[]> {
  // Checks are about what an agent does, not about what it receives.
  const subjects = checkedSubjects(payload).filter(({ kind }) => kind !== "prompt" && kind !== "result");
  if (subjects.length === 0 || ruleChecks === undefined) return [];
  try {
    const checks = await ruleChecks({ files: payload.files });
    if (checks.length === 0) return [];
    return violatedIn(await policies.observe(checks, subjects, { context: { ...payload.context, host }, signal }));
  } catch {
    signal.throwIfAborted();
    return [];
  }
}
