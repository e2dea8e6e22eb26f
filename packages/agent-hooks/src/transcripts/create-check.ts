import type { Rule } from "@precept/core";
import type { HookPayload, Policy } from "@precept/governance";
import { checkedSubjects, violatedIn } from "../run/check-policies.ts";
import type { HookPolicies } from "../run/hook-workspace.ts";
import type { CheckCall } from "./transcript-recorder.ts";

/**
 * Returns what a call violates: the policies that rules name in `checks`, and their own checks. Nothing is enforced or recorded.
 *
 * @param ownChecks the checks of the rules that have a `match`.
 */
export async function createCheck(
  policies: Pick<HookPolicies, "list" | "observe">,
  rules: readonly Rule[],
  ownChecks: readonly Policy[],
): Promise<CheckCall> {
  const named = new Set(rules.flatMap(({ checks }) => checks.filter((check) => typeof check === "string")));
  const all = (await policies.list()).filter(({ id, enabled }) => enabled && named.has(id));
  const enforced = new Set(all.filter(({ mode }) => mode === "enforce").map(({ id }) => id));
  const observed = [...all, ...ownChecks];
  return async (payload: HookPayload) => {
    const subjects = checkedSubjects(payload);
    if (observed.length === 0 || subjects.length === 0) return [];
    const violated = violatedIn(await policies.observe(observed, subjects, { context: payload.context, signal: neverAborts }));
    return violated.map((one) => ({ ...one, shadow: !enforced.has(one.id) }));
  };
}

const neverAborts = new AbortController().signal;
