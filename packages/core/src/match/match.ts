import { normalisePath } from "../glob/path.ts";
import { inclusionTable } from "../model/inclusion.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { MatchReason, RuleMatch, SkippedRule, SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { failedPrecondition } from "./precondition.ts";
import { matchFiles } from "./match-files.ts";
import { findRequested } from "./find-requested.ts";
import type { RuleIndex } from "./rule-index.ts";

/** What the outside found out about a request before it is matched. */
export interface MatchContext {
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
export function matchRules(index: RuleIndex, request: ResolveRequest, findings: MatchContext = {}): MatchOutcome {
  const files = [
    ...new Set([...(request.files ?? []), ...(findings.files ?? [])].map((file) => normalisePath(file, findings.root))),
  ].filter((file) => file !== "");
  const explicit = [...new Set(request.include ?? [])];
  const requested = [...new Set([...explicit, ...(findings.references ?? [])])];
  const matches: RuleMatch[] = [];
  // What has to be known of the index is looked up now: a later change must not reach into this answer.
  const { rules, replacements: standIns } = index;
  const isOpen = (rule: Rule): boolean => failedPrecondition(rule, request, standIns.get(rule)) === undefined;
  for (const rule of index.always) if (isOpen(rule)) matches.push({ rule, reason: always, matchedFiles: none });
  for (const match of matchFiles(index, files)) if (isOpen(match.rule)) matches.push(match);

  const unknown: string[] = [];
  if (requested.length > 0 || index.relevant.size > 0) {
    const taken = new Set(matches.map((match) => match.rule));
    const consider = (rule: Rule, reason: MatchReason): void => {
      if (taken.has(rule) || !isOpen(rule)) return;
      taken.add(rule);
      matches.push({ rule, reason, matchedFiles: none });
    };
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
  }

  let skipped: readonly SkippedRule[] | undefined;
  return {
    matches,
    evaluated: rules.length,
    files,
    requested,
    unknown,
    skipped() {
      const matched = new Set(matches.map((match) => match.rule));
      return (skipped ??= rules
        .filter((rule) => !matched.has(rule))
        .map((rule) => ({
          rule,
          reason: failedPrecondition(rule, request, standIns.get(rule)) ?? unmatched(rule, files, findings),
        })));
    },
  };
}

const always: MatchReason = { kind: "always" };
const none: readonly never[] = [];

/** Why a rule that nothing keeps out does not match all the same. */
function unmatched(rule: Rule, files: readonly string[], findings: MatchContext): SkipReason {
  const { base = "" } = rule.origin;
  switch (inclusionTable[rule.inclusion].trigger) {
    case "none":
      return { kind: "outsideBase", base };
    case "files":
      if (rule.globs.length === 0) return { kind: "noGlobs" };
      return base === "" || files.some((file) => file.startsWith(`${base}/`))
        ? { kind: "noFileMatched", globs: rule.globs }
        : { kind: "outsideBase", base };
    case "reference":
      return { kind: "notRequested", inclusion: rule.inclusion };
    case "search":
      return findings.scores === undefined ? { kind: "noSearch" } : { kind: "notRelevant" };
  }
}
