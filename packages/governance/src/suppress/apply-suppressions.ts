import { nearestNames, type Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { isAcceptable, type AcceptedViolation, type Decision, type Violation } from "../model/decision.ts";
import type { Suppression } from "./find-suppressions.ts";

export interface SuppressiblePolicies {
  readonly known: readonly string[];
  /** The policies that were checked for this text. Only for these is an unused suppression certain. */
  readonly checked: ReadonlySet<string>;
}

const blanketIds = new Set(["*", "all", "ALL"]);

/**
 * Accepts the violations that `precept-ignore` comments name. A comment without a policy or a reason has no effect, and
 * a policy that could not be checked cannot be suppressed.
 */
export function applySuppressions(
  violations: readonly Violation[],
  suppressions: readonly Suppression[],
  policies: SuppressiblePolicies,
  file: string | undefined,
): Pick<Decision, "violations" | "accepted" | "diagnostics"> {
  const used = new Set<string>();
  const accepted: AcceptedViolation[] = [];
  const remaining = violations.filter((violation) => {
    const suppression = suppressions.find((candidate) => suppresses(candidate, violation));
    if (suppression === undefined) return true;
    used.add(keyOf(suppression, violation.policy));
    accepted.push({ violation, by: "suppression", reason: suppression.reason });
    return false;
  });
  const diagnostics = suppressions.flatMap((suppression) => [...checkSuppression(suppression, used, policies, file)]);
  return { violations: remaining, accepted, diagnostics };
}

function suppresses({ ids, reason, lines }: Suppression, violation: Violation): boolean {
  const { policy, line } = violation;
  return isAcceptable(violation) && reason !== "" && ids.includes(policy) && lines.includes(line);
}

function* checkSuppression(
  suppression: Suppression,
  used: ReadonlySet<string>,
  { known, checked }: SuppressiblePolicies,
  file: string | undefined,
): Iterable<Diagnostic> {
  const location = { file, line: suppression.line, column: suppression.column };
  const ids = suppression.ids.filter((id) => !blanketIds.has(id));
  if (ids.length === 0) return yield report("suppression/blanket", location);
  if (suppression.reason === "") {
    const message = `The suppression of ${ids.join(", ")} gives no reason, so it has no effect.`;
    return yield report("suppression/no-reason", location, message);
  }
  for (const id of ids) {
    if (!known.includes(id)) {
      const near = nearestNames(id, known);
      const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Remove it.";
      yield report("suppression/unknown-policy", location, `Unknown policy "${id}" in a suppression.`, hint);
    } else if (checked.has(id) && !used.has(keyOf(suppression, id))) {
      yield report("suppression/unused", location, `Unused suppression of ${id}.`);
    }
  }
}

/** The key of one id of one suppression: of two suppressions of the same violation, only one is used. */
function keyOf({ line, column }: Suppression, id: string): string {
  return `${line}:${column}:${id}`;
}
