import { firstSorted, maxOf } from "../model/lists.ts";
import type { Resolution, SkipReason, SkippedRule } from "../model/resolution.ts";
import { compareText } from "../text/compare-text.ts";

/** The rules that do not apply to a request, but nearly do. */
export interface NearestSkipped {
  /** The nearest first. */
  readonly rules: readonly SkippedRule[];
  /** How many rules do not apply, for each kind of reason. Includes the rules that are not in the list. */
  readonly counts: readonly { readonly kind: SkipReason["kind"]; readonly count: number }[];
}

/** How far rules with a reason are from applying: 0 for those that matched and lost to another rule. */
const distances: Readonly<Record<SkipReason["kind"], number>> = {
  overridden: 0,
  shadowed: 0,
  duplicate: 0,
  inAgentContext: 0,
  replacedByOverlay: 0,
  superseded: 0,
  notRelevant: 1,
  noFileMatched: 2,
  outsideBase: 2,
  unmetCondition: 3,
  wrongContext: 3,
  notRequested: 4,
  noSearch: 4,
  noGlobs: 5,
  pending: 5,
  notYetValid: 5,
  expired: 5,
  disabled: 6,
  wrongTarget: 7,
  wrongSession: 8,
  wrongUser: 8,
  wrongProject: 8,
};

/**
 * Returns the rules that do not apply, those that come nearest first: rules that lost to another one, then rules whose
 * patterns name directories or file types of the request, then all others.
 *
 * @param max the most rules to return. The counts are of all.
 */
export function nearestSkipped(resolution: Resolution, max: number): NearestSkipped {
  const counts = new Map<SkipReason["kind"], number>();
  const { files } = resolution.request;
  const ranked = resolution.skipped.map((skipped) => {
    const { kind } = skipped.reason;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return { skipped, distance: distances[kind], nearness: nearnessOf(skipped.reason, files) };
  });
  const nearest = firstSorted(
    ranked,
    max,
    (left, right) =>
      left.distance - right.distance ||
      right.nearness - left.nearness ||
      compareText(left.skipped.rule.name, right.skipped.rule.name),
  );
  return {
    rules: nearest.map(({ skipped }) => skipped),
    counts: [...counts].map(([kind, count]) => ({ kind, count })).toSorted((left, right) => right.count - left.count),
  };
}

function nearnessOf(reason: SkipReason, files: readonly string[]): number {
  if (reason.kind === "notRelevant") return Math.max(reason.scores?.sparse ?? 0, reason.confidence ?? 0);
  if (reason.kind === "outsideBase") return maxOf([0, ...files.map((file) => sharedDirectories(`${reason.base}/`, file))]);
  if (reason.kind !== "noFileMatched") return 0;
  let best = 0;
  for (const glob of reason.globs) {
    for (const file of files)
      best = Math.max(best, sharedDirectories(glob, file) + (extensionOf(glob) === extensionOf(file) ? 1 : 0));
  }
  return best;
}

const slash = 47;

/** How many directories a pattern and a file have in common, from the first on. Called for all rules with every request of the console. */
function sharedDirectories(glob: string, file: string): number {
  const start = glob.startsWith("/") ? 1 : 0;
  let shared = 0;
  for (let at = 0; at < file.length && glob.charCodeAt(start + at) === file.charCodeAt(at); at += 1)
    if (file.charCodeAt(at) === slash) shared += 1;
  return shared;
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
