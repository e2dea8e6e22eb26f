import { inclusionTable } from "@precept/contract/values";
import { describeScores } from "../model/relevance.ts";
import type { DroppedRule, MatchReason, SkipReason } from "../model/resolution.ts";

type Phrases<Reason extends { readonly kind: string }, Rest extends readonly unknown[] = []> = {
  readonly [Kind in Reason["kind"]]: (reason: Extract<Reason, { readonly kind: Kind }>, ...rest: Rest) => string;
};

const matches: Phrases<MatchReason, [files: string]> = {
  always: () => "always included",
  alwaysInside: ({ base }, files) => `always included inside ${base}${files}`,
  fileMatch: ({ patterns }, files) => `file pattern${patterns.length === 1 ? "" : "s"} matched: ${patterns.join(", ")}${files}`,
  requested: ({ reference }) => `requested by name: ${reference}`,
  relevant: ({ scores, words }) => `relevant to the prompt (${describeScores(scores, words)})`,
  absolute: () => "absolute authority, always included",
};

const skips: Phrases<SkipReason> = {
  disabled: () => "disabled",
  pending: () => "waiting for approval",
  notYetValid: ({ from }) => `applies from ${from}`,
  expired: ({ at }) => `expired at ${at}`,
  superseded: ({ by }) => `superseded by ${by}`,
  replacedByOverlay: ({ by }) => `replaced by the personal overlay's ${by}`,
  wrongTarget: ({ targets, tool }) => `only for ${targets.join(", ")}, not for ${tool}`,
  wrongProject: ({ project }) => `belongs to the project ${project}`,
  wrongUser: ({ user }) => `belongs to the user ${user}`,
  wrongSession: ({ session }) => `belongs to the session ${session}`,
  wrongContext: ({ contexts }) => `only in the context ${contexts.join(" or ")}`,
  unmetCondition: ({ variable }) => `its condition on ${variable} is not met`,
  outsideBase: ({ base }) => `no file inside ${base}`,
  noFileMatched: ({ globs }) => `no file matched ${globs.join(", ")}`,
  noGlobs: () => "applies by file, but has no pattern",
  notRequested: ({ inclusion }) => inclusionTable[inclusion].skipped,
  notRelevant: describeIrrelevance,
  noSearch: () => "applies only if a search finds it, but there was no search",
  inAgentContext: ({ file }) => `already in the prompt as ${file} of the agent context`,
  duplicate: ({ by }) => `duplicate of ${by}`,
  overridden: ({ scope }) => `overridden by the rule of the same name at ${scope} scope`,
  shadowed: ({ scope }) => `shadowed by the rule of the same name at ${scope} scope`,
};

const drops: Readonly<Record<DroppedRule["limit"], string>> = {
  characters: "over the limit of characters",
  bytes: "over the limit of bytes",
  tokens: "over the limit of tokens",
  rules: "over the number of rules",
  dialectRules: "over the number of rules from other tools' files",
  larger: "larger than the whole budget",
};

/** Why a rule applies, as a phrase. */
export function describeReason(reason: MatchReason, matchedFiles: readonly string[] = []): string {
  // The compiler does not know that the phrase of a kind takes the reasons of that kind.
  const phrase = matches[reason.kind] as (reason: MatchReason, files: string) => string;
  return phrase(reason, namedFiles(matchedFiles));
}

/** Why a rule does not apply, as a phrase. */
export function describeSkip(reason: SkipReason): string {
  const phrase = skips[reason.kind] as (reason: SkipReason) => string;
  return phrase(reason);
}

/** Why the budget dropped a rule, as a phrase. */
export function describeDrop(limit: DroppedRule["limit"]): string {
  return drops[limit];
}

const maxFiles = 3;

function namedFiles(files: readonly string[]): string {
  if (files.length === 0) return "";
  const rest = files.length - maxFiles;
  return ` (${files.slice(0, maxFiles).join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

function describeIrrelevance({ scores, limit, words }: SkipReason & { readonly kind: "notRelevant" }): string {
  const { skipped } = inclusionTable.relevant;
  if (scores === undefined) return skipped;
  const found = describeScores(scores, words);
  return limit === "count" ? `less relevant to the prompt than other rules (${found})` : `${skipped} enough (${found})`;
}
