import { partsOf, type Policy, type PolicyMatch } from "@precept/governance";
import type { Workspace } from "@precept/workspace";

/** The policies that are not checked, wholly or in some languages, because a package that parses the code is not installed. */
export interface UnparsedPolicies {
  readonly ids: readonly string[];
  /** Each reason once: which package is missing, or why it cannot be loaded. */
  readonly reasons: readonly string[];
}

/** Finds the policies that search code without a parser, by their tests. @param active the active policies. */
export async function findUnparsedPolicies(
  policies: Pick<Workspace["policies"], "test">,
  active: readonly Policy[],
): Promise<UnparsedPolicies> {
  const searching = active.filter((policy) => policy.enabled && partsOf(policy).some(({ match }) => searchesCode(match)));
  const ids: string[] = [];
  const reasons = new Set<string>();
  for (const { id } of searching) {
    const results = (await policies.test(id)).flatMap((report) => report.results);
    const unavailable = results.filter(({ outcome }) => outcome === "unavailable");
    if (unavailable.length > 0) ids.push(id);
    for (const { detail } of unavailable) if (detail !== undefined) reasons.add(detail);
  }
  return { ids, reasons: [...reasons] };
}

function searchesCode({ syntax, all, any, absent }: PolicyMatch): boolean {
  return syntax !== undefined || [...all, ...any, ...absent].some(searchesCode);
}
