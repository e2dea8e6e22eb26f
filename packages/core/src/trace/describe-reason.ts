import { inclusionTable } from "@precept/contract/values";
import { describeScores } from "../model/relevance.ts";
import type { DroppedRule, MatchReason, SkipReason } from "../model/resolution.ts";

/** Why a rule applies, as a phrase. */
export function describeReason(reason: MatchReason, matchedFiles: readonly string[] = []): string {
  switch (reason.kind) {
    case "always":
      return "always included";
    case "alwaysInside":
      return `always included inside ${reason.base}${namedFiles(matchedFiles)}`;
    case "fileMatch":
      return `file pattern${reason.patterns.length === 1 ? "" : "s"} matched: ${reason.patterns.join(", ")}${namedFiles(matchedFiles)}`;
    case "requested":
      return `requested by name: ${reason.reference}`;
    case "relevant":
      return `relevant to the prompt (${describeScores(reason.scores)})`;
    case "absolute":
      return "absolute authority, always included";
  }
}

const maxFiles = 3;

function namedFiles(files: readonly string[]): string {
  if (files.length === 0) return "";
  const rest = files.length - maxFiles;
  return ` (${files.slice(0, maxFiles).join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

/** Why a rule does not apply, as a phrase. */
export function describeSkip(reason: SkipReason): string {
  switch (reason.kind) {
    case "disabled":
      return "disabled";
    case "pending":
      return "waiting for approval";
    case "superseded":
      return `superseded by ${reason.by}`;
    case "replacedByOverlay":
      return `replaced by the personal overlay's ${reason.by}`;
    case "wrongTarget":
      return `only for ${reason.targets.join(", ")}, not for ${reason.tool}`;
    case "wrongProject":
      return `belongs to the project ${reason.project}`;
    case "wrongUser":
      return `belongs to the user ${reason.user}`;
    case "wrongSession":
      return `belongs to the session ${reason.session}`;
    case "wrongContext":
      return `only in the context ${reason.contexts.join(" or ")}`;
    case "unmetCondition":
      return `its condition on ${reason.variable} is not met`;
    case "outsideBase":
      return `no file inside ${reason.base}`;
    case "noFileMatched":
      return `no file matched ${reason.globs.join(", ")}`;
    case "noGlobs":
      return "applies by file, but has no pattern";
    case "notRequested":
      return inclusionTable[reason.inclusion].skipped;
    case "notRelevant":
      return describeIrrelevance(reason);
    case "noSearch":
      return "applies only if a search finds it, but there was no search";
    case "inAgentContext":
      return `already in the prompt as ${reason.file} of the agent context`;
    case "duplicate":
      return `duplicate of ${reason.by}`;
    case "overridden":
      return `overridden by the rule of the same name at ${reason.scope} scope`;
    case "shadowed":
      return `shadowed by the rule of the same name at ${reason.scope} scope`;
  }
}

function describeIrrelevance({ scores, limit }: SkipReason & { readonly kind: "notRelevant" }): string {
  const { skipped } = inclusionTable.relevant;
  if (scores === undefined) return skipped;
  const found = describeScores(scores);
  return limit === "count" ? `less relevant to the prompt than other rules (${found})` : `${skipped} enough (${found})`;
}

/** Why the budget dropped a rule, as a phrase. */
export function describeDrop(limit: DroppedRule["limit"]): string {
  switch (limit) {
    case "characters":
      return "over the limit of characters";
    case "bytes":
      return "over the limit of bytes";
    case "tokens":
      return "over the limit of tokens";
    case "rules":
      return "over the number of rules";
    case "dialectRules":
      return "over the number of rules from other tools' files";
    case "larger":
      return "larger than the whole budget";
  }
}
