import { uniqueDiagnostics, type Diagnostic } from "@precept/core";
import type { Workspace } from "./workspace.ts";

/**
 * Follows what is wrong in a workspace: the errors of its configuration, rule files and stores, and all diagnostics of its
 * policies.
 *
 * @param onProblems called with them now, and after each change with those that are new. Not called without any.
 * @returns a function that stops it.
 */
export async function followProblems(
  workspace: Pick<Workspace, "policies" | "diagnostics" | "subscribe">,
  onProblems: (problems: readonly Diagnostic[]) => void,
): Promise<() => void> {
  let known: ReadonlySet<string> = new Set();
  const compare = (diagnostics: readonly Diagnostic[], ofPolicies: readonly Diagnostic[]): void => {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const problems = new Map(uniqueDiagnostics([...errors, ...ofPolicies]).map((one) => [keyOf(one), one]));
    const fresh = [...problems].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
    known = new Set(problems.keys());
    if (fresh.length > 0) onProblems(fresh);
  };
  let ofPolicies = await workspace.policies.diagnostics();
  compare(await workspace.diagnostics(), ofPolicies);
  return workspace.subscribe(({ diagnostics, policies: changed }) => {
    ofPolicies = changed?.diagnostics ?? ofPolicies;
    compare(diagnostics, ofPolicies);
  });
}

function keyOf({ code, file, line, message }: Diagnostic): string {
  return JSON.stringify([code, file, line, message]);
}
