import { sha256 } from "@precept/files";
import { evaluate, readPolicy, type Policy } from "@precept/governance";
import { createBoundedRunner } from "@precept/enforcement/runner";
import type { Workspace } from "@precept/workspace";
import type { EvalCase } from "../model/eval-case.ts";
import type { Breach } from "../schedule/run-result.ts";
import type { FindViolations } from "./score-run.ts";

/** The beginning of the ids of policies for the matches of a case. */
const matchPolicyId = "EVAL-MATCH";

/** Creates the function that finds violations of the policies and of the matches of a case. The baseline does not count. */
export function createViolationFinder(
  { policies }: Pick<Workspace, "policies">,
  { expect }: Pick<EvalCase, "expect">,
): FindViolations {
  const runner = createBoundedRunner();
  const own = expect.matches.map(policyOf);
  return async (subject) => {
    const named = await policies.check(subject, { only: expect.policies, baseline: false });
    const matched = evaluate(own, subject, { hash: sha256, runner });
    // In shadow mode or not, and with a comment that accepts it or without: the rule is not followed.
    const all = [named, matched].flatMap(({ violations, shadowed, accepted }) => [
      ...violations,
      ...shadowed,
      ...accepted.map(({ violation }) => violation),
    ]);
    return all.map(({ policy, file, line }): Breach => {
      const isOwn = policy.startsWith(matchPolicyId);
      return {
        kind: isOwn ? "match" : "policy",
        name: isOwn ? "match" : policy,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
      };
    });
  };
}

/** Reads `match` of a case. @throws Error if it is invalid: cases are validated when they are loaded. */
function policyOf(match: object, at: number): Policy {
  const { policy, diagnostics } = readPolicy(matchDocument(match, at));
  if (policy === undefined) throw new Error(diagnostics[0]?.message ?? "The match is invalid.");
  return policy;
}

/** A policy document for `match` of a case. */
export function matchDocument(match: object, at: number = 0): object {
  return { id: `${matchPolicyId}-${at + 1}`, severity: "LOW", match, message: "The rule is not followed." };
}
