import { nearestNames, type Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { AcceptedViolation, Violation } from "../model/decision.ts";
import type { Suppression } from "./find-suppressions.ts";

/** What is known about the policies that suppressions may name. */
export interface SuppressiblePolicies {
  readonly known: readonly string[];
  /** Those that were checked here: whether a suppression of any other is of use, nobody knows. */
  readonly checked: ReadonlySet<string>;
}

export interface SuppressionOutcome {
  readonly violations: readonly Violation[];
  readonly accepted: readonly AcceptedViolation[];
  readonly diagnostics: readonly Diagnostic[];
}

const everything = new Set(["*", "all", "ALL"]);

/**
 * Takes out the violations that somebody has accepted in a comment. A comment without a policy or without a reason accepts nothing, nor can
 * anybody accept what could not be checked.
 */
export function applySuppressions(
  violations: readonly Violation[],
  suppressions: readonly Suppression[],
  policies: SuppressiblePolicies,
  file: string | undefined,
): SuppressionOutcome {
  const used = new Set<string>();
  const accepted: AcceptedViolation[] = [];
  const left = violations.filter((violation) => {
    const by = suppressions.find((one) => suppresses(one, violation));
    if (by === undefined) return true;
    used.add(keyOf(by, violation.policy));
    accepted.push({ violation, by: "suppression", reason: by.reason });
    return false;
  });
  const diagnostics = suppressions.flatMap((one) => [...judge(one, used, policies, file)]);
  return { violations: left, accepted, diagnostics };
}

function suppresses({ ids, reason, lines }: Suppression, { policy, line, indeterminate }: Violation): boolean {
  return indeterminate === undefined && reason !== "" && ids.includes(policy) && lines.includes(line);
}

function* judge(
  suppression: Suppression,
  used: ReadonlySet<string>,
  { known, checked }: SuppressiblePolicies,
  file: string | undefined,
): Iterable<Diagnostic> {
  const place = { file, line: suppression.line, column: suppression.column };
  const ids = suppression.ids.filter((id) => !everything.has(id));
  if (ids.length === 0) return yield report("suppression/blanket", place);
  if (suppression.reason === "") {
    return yield report(
      "suppression/no-reason",
      place,
      `The suppression of ${ids.join(", ")} gives no reason, and suppresses nothing.`,
    );
  }
  for (const id of ids) {
    if (!known.includes(id)) {
      const near = nearestNames(id, known);
      const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Remove it.";
      yield report("suppression/unknown-policy", place, `There is no policy "${id}" to suppress.`, hint);
    } else if (checked.has(id) && !used.has(keyOf(suppression, id))) {
      yield report("suppression/unused", place, `The suppression of ${id} suppresses nothing.`);
    }
  }
}

/** Two suppressions of one policy may stand on one violation: only one of them is of use. */
function keyOf({ line, column }: Suppression, id: string): string {
  return `${line}:${column}:${id}`;
}
