import { compareText, type Diagnostic } from "@precept/core";
import * as z from "zod/mini";
import { report } from "../diagnostic-catalogue.ts";
import type { AcceptedViolation, Violation } from "../model/decision.ts";

const entrySchema = z.object({
  fingerprint: z.string().check(z.minLength(1)),
  rule_id: z.string(),
  file: z.optional(z.string()),
  line: z.optional(z.int()),
  message: z.optional(z.string()),
});

/** The file that accepts today's debt: the violations that were there when it was written. */
export const baselineSchema = z.object({ version: z.literal(1), entries: z.array(entrySchema) });

/** What only helps people to read it, such as the line, may be out of date. */
export type BaselineEntry = Readonly<z.infer<typeof entrySchema>>;

/** Violations that are known and accepted, by fingerprint. A plain JSON value, written as it is. */
export interface Baseline {
  readonly version: 1;
  readonly entries: readonly BaselineEntry[];
}

export interface ReadBaseline {
  readonly baseline: Baseline;
  readonly diagnostics: readonly Diagnostic[];
}

export const emptyBaseline: Baseline = { version: 1, entries: [] };

/** Reads what was in a baseline file. One that cannot be read accepts nothing. */
export function readBaseline(value: unknown, file?: string): ReadBaseline {
  const read = baselineSchema.safeParse(value);
  if (read.success) return { baseline: read.data, diagnostics: [] };
  const { path, message } = read.error.issues[0] ?? { path: [], message: "" };
  const where = path.length === 0 ? "" : ` at "${path.join(".")}"`;
  return {
    baseline: emptyBaseline,
    diagnostics: [report("baseline/invalid", { file }, `The baseline is not one${where}: ${message}, and accepts nothing.`)],
  };
}

/**
 * A baseline of everything that is there now. What could not be checked cannot be accepted.
 *
 * @param kept entries that go on to hold, such as those of files that nobody looked at.
 */
export function createBaseline(violations: readonly Violation[], kept: readonly BaselineEntry[] = []): Baseline {
  const entries: readonly BaselineEntry[] = violations
    .filter(({ indeterminate }) => indeterminate === undefined)
    .map(({ fingerprint, policy, file, line, message }) => ({
      fingerprint,
      rule_id: policy,
      ...(file !== undefined && { file }),
      line,
      message,
    }));
  return {
    version: 1,
    entries: [...new Map([...kept, ...entries].map((entry) => [entry.fingerprint, entry])).values()].toSorted(byPlace),
  };
}

/** Separates the violations that a baseline knows from those that are new. */
export function splitByBaseline(
  violations: readonly Violation[],
  baseline: Baseline,
): { readonly fresh: readonly Violation[]; readonly accepted: readonly AcceptedViolation[] } {
  if (baseline.entries.length === 0) return { fresh: violations, accepted: [] };
  const known = new Set(baseline.entries.map(({ fingerprint }) => fingerprint));
  const isKnown = ({ fingerprint, indeterminate }: Violation): boolean => indeterminate === undefined && known.has(fingerprint);
  return {
    fresh: violations.filter((violation) => !isKnown(violation)),
    accepted: violations.filter(isKnown).map((violation) => ({ violation, by: "baseline" })),
  };
}

/**
 * The entries that accept nothing any more: their violation was looked for and not seen.
 *
 * @param wasLookedFor whether the entry's policy was checked in its file, or neither exists any more: any other entry may be as right as ever.
 */
export function staleEntries(
  baseline: Baseline,
  seen: ReadonlySet<string>,
  wasLookedFor: (entry: BaselineEntry) => boolean,
): readonly BaselineEntry[] {
  return baseline.entries.filter((entry) => !seen.has(entry.fingerprint) && wasLookedFor(entry));
}

/** The baseline without these entries. */
export function pruneBaseline(baseline: Baseline, stale: readonly BaselineEntry[]): Baseline {
  const gone = new Set(stale.map(({ fingerprint }) => fingerprint));
  return { version: 1, entries: baseline.entries.filter(({ fingerprint }) => !gone.has(fingerprint)) };
}

/** Tells of entries that accept nothing any more. */
export function reportStale(stale: readonly BaselineEntry[], baselineFile?: string): readonly Diagnostic[] {
  return stale.map(({ rule_id, file }) => {
    const where = file === undefined ? "" : ` in ${file}`;
    return report(
      "baseline/stale",
      { file: baselineFile },
      `The baseline accepts a violation of ${rule_id}${where} that is no longer there.`,
    );
  });
}

function byPlace(left: BaselineEntry, right: BaselineEntry): number {
  return (
    compareText(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0) ||
    compareText(left.rule_id, right.rule_id) ||
    compareText(left.fingerprint, right.fingerprint)
  );
}
