import { isExclusion } from "../glob/glob.ts";
import { normalisePath } from "../glob/path.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { MatchReason, RuleMatch, SkippedRule, SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { closedGate } from "./gate.ts";
import { findRequested } from "./requested.ts";
import type { GlobUse, RuleIndex } from "./rule-index.ts";

/** What the outside found out about a request before it is matched. */
export interface Findings {
  /** Files and rule references that were read out of the conversation. */
  readonly files?: readonly string[];
  readonly references?: readonly string[];
  /** Search scores by rule id, for the rules that scored over the threshold. Absent: nothing was searched. */
  readonly scores?: ReadonlyMap<string, number>;
  /** The project's directory, which absolute paths are made relative to. */
  readonly root?: string;
}

/** Every rule looked at once: those that match, and why the others don't. */
export interface MatchOutcome {
  readonly matches: readonly RuleMatch[];
  readonly evaluated: number;
  /** The files of the request, normalised, without repetitions. */
  readonly files: readonly string[];
  readonly requested: readonly string[];
  /** What was asked for and is no rule. */
  readonly unknown: readonly string[];
  /** Worked out on the first call, since most requests never look at it. */
  skipped(): readonly SkippedRule[];
}

/** Step one of resolving: looks at each rule once. Pure; the answer is of the index as it is now. */
export function matchRules(index: RuleIndex, request: ResolveRequest, findings: Findings = {}): MatchOutcome {
  const files = [
    ...new Set([...(request.files ?? []), ...(findings.files ?? [])].map((file) => normalisePath(file, findings.root))),
  ].filter((file) => file !== "");
  const explicit = [...new Set(request.include ?? [])];
  const requested = [...new Set([...explicit, ...(findings.references ?? [])])];
  const gates = new Map<Rule, SkipReason | undefined>();
  const matches = new Map<Rule, RuleMatch>();

  const consider = (rule: Rule, reason: MatchReason, matchedFiles: readonly string[] = []): void => {
    if (matches.has(rule)) return;
    if (!gates.has(rule)) gates.set(rule, closedGate(rule, request, index.overlayOf(rule)));
    if (gates.get(rule) === undefined) matches.set(rule, { rule, reason, matchedFiles });
  };

  for (const rule of index.always) consider(rule, { kind: "always" });
  for (const { rule, pattern, matchedFiles } of matchFiles(index, files)) {
    const base = rule.origin.base ?? "";
    consider(rule, rule.inclusion === "always" ? { kind: "alwaysInside", base } : { kind: "fileMatch", pattern }, matchedFiles);
  }
  const unknown: string[] = [];
  for (const reference of requested) {
    const reached = findRequested(index, reference);
    for (const rule of reached) consider(rule, { kind: "requested", reference });
    if (reached.length === 0 && explicit.includes(reference)) unknown.push(reference);
  }
  for (const rule of index.relevant) {
    const score = findings.scores?.get(rule.id);
    if (score !== undefined) consider(rule, { kind: "relevant", score });
    else if (rule.authority === "absolute") consider(rule, { kind: "absolute" });
  }

  const rules = index.rules;
  // What has to be known of the index is looked up now: a later change must not reach into this answer.
  const overlays = index.overlaid();
  let skipped: readonly SkippedRule[] | undefined;
  return {
    matches: [...matches.values()],
    evaluated: rules.length,
    files,
    requested,
    unknown,
    skipped: () =>
      (skipped ??= rules
        .filter((rule) => !matches.has(rule))
        .map((rule) => ({ rule, reason: closedGate(rule, request, overlays.get(rule)) ?? unmatched(rule, findings) }))),
  };
}

interface FileMatch {
  readonly rule: Rule;
  readonly pattern: string;
  readonly matchedFiles: readonly string[];
}

/** The rules whose globs take in at least one file, after exclusions; the pattern named is the rule's first that matched. */
function matchFiles(index: RuleIndex, files: readonly string[]): FileMatch[] {
  const found = new Map<Rule, { included: Map<GlobUse, readonly number[]>; excluded: Set<number> }>();
  for (const [posting, positions] of index.globs.match(files.map((file) => file.split("/")))) {
    for (const use of posting.uses) {
      let entry = found.get(use.rule);
      if (entry === undefined) found.set(use.rule, (entry = { included: new Map(), excluded: new Set() }));
      if (use.excludes) for (const position of positions) entry.excluded.add(position);
      else entry.included.set(use, positions);
    }
  }
  const matches: FileMatch[] = [];
  for (const [rule, { included, excluded }] of found) {
    const taken = [...included].map(
      ([use, positions]) => [use, positions.filter((position) => !excluded.has(position))] as const,
    );
    const hits = taken.filter(([, positions]) => positions.length > 0);
    if (hits.length === 0) continue;
    const positions = [...new Set(hits.flatMap(([, some]) => some))].toSorted((left, right) => left - right);
    matches.push({
      rule,
      pattern: firstPattern(
        rule,
        hits.map(([use]) => use.pattern),
      ),
      matchedFiles: positions.map((at) => files[at] ?? ""),
    });
  }
  return matches;
}

function firstPattern(rule: Rule, patterns: readonly string[]): string {
  return rule.globs.find((glob) => !isExclusion(glob) && patterns.includes(glob)) ?? patterns[0] ?? "";
}

/** Why a rule that nothing keeps out does not match all the same. */
function unmatched(rule: Rule, findings: Findings): SkipReason {
  switch (rule.inclusion) {
    case "always":
      return { kind: "outsideBase", base: rule.origin.base ?? "" };
    case "fileMatch":
      return rule.globs.length === 0 ? { kind: "noGlobs" } : { kind: "noFileMatched", globs: rule.globs };
    case "manual":
    case "agentRequested":
      return { kind: "notRequested", inclusion: rule.inclusion };
    case "relevant":
      return findings.scores === undefined ? { kind: "noSearch" } : { kind: "notRelevant" };
  }
}
