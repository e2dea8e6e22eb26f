import type { SearchMode } from "@precept/contract/values";
import { failedPrecondition } from "../match/precondition.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { defaultMinimum, type LegScores, type Relevance } from "../model/relevance.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Rule } from "../model/rule.ts";
import type { SearchResult } from "../ports/rule-search.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { EvidenceIndex } from "../search/evidence-index.ts";
import { findEvidence, type Evidence } from "../search/find-evidence.ts";
import { meaningWeight } from "../search/fuse-legs.ts";
import { tokenize } from "../search/tokenize.ts";
import { tellingWords } from "../search/written-words.ts";
import { compareText } from "../text/compare-text.ts";
import { defaultMeaningMs, type MeaningDeadline } from "./meaning-deadline.ts";
import type { RelevanceOptions } from "./options.ts";
import { searchVisible, type SearchVisibleOptions } from "./search-visible.ts";

export interface FoundRelevance {
  readonly relevanceOf: (rule: Rule) => Relevance | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const defaultLimit = 5;

/** How many hits by meaning are read: more than the limit, because some do not apply for another reason. */
const maxHits = 200;

/**
 * Finds the `relevant` rules of default authority for a prompt: by what in it speaks for each rule, and by meaning if
 * there is an embedder. Rules of absolute authority apply without a search.
 */
export async function findRelevant(
  request: ResolveRequest,
  { limit = defaultLimit, minScores = {}, mode = "hybrid", meaningMs = defaultMeaningMs }: RelevanceOptions,
  options: SearchVisibleOptions,
  deadline: MeaningDeadline,
): Promise<FoundRelevance> {
  const { index, tenant } = options;
  const replacements = index.replacements(tenant);
  const canApply = (rule: Rule): boolean => failedPrecondition(rule, request, replacements.get(rule)) === undefined;
  const found = new Map<Rule, Omit<Relevance, "isRelevant">>();
  for (const [rule, { score, words }] of mode === "dense" ? [] : findByWords(request, options, canApply)) {
    if (score >= minShown) found.set(rule, { scores: { sparse: score }, words });
  }
  const byMeaning = await deadline.wait(async () => findByMeaning(request.prompt ?? "", mode, options), meaningMs);
  const { meanings, degraded } = byMeaning ?? { meanings: new Map<Rule, Meaning>(), degraded: "embedder_slow" };
  for (const [rule, { dense, confidence }] of meanings) {
    if (!canApply(rule)) continue;
    const { scores, ...others } = found.get(rule) ?? {};
    found.set(rule, { ...others, scores: { ...scores, dense }, confidence });
  }
  const ranked = [...found].toSorted(
    ([left, one], [right, other]) => strengthOf(other) - strengthOf(one) || compareText(left.id, right.id),
  );
  const relevances = new Map<Rule, Relevance>();
  let count = 0;
  let misses = 0;
  for (const [rule, relevance] of ranked) {
    if (!reachesMinimum(relevance, minScores)) {
      misses += 1;
      const missing = misses <= maxExplained ? missingWords(rule, relevance.words) : undefined;
      relevances.set(rule, { ...relevance, isRelevant: false, limit: "minScore", ...(missing !== undefined && { missing }) });
    } else if (count >= limit) relevances.set(rule, { ...relevance, isRelevant: false, limit: "count" });
    else {
      count += 1;
      relevances.set(rule, { ...relevance, isRelevant: true });
    }
  }
  return {
    relevanceOf: (rule) => relevances.get(rule),
    diagnostics:
      degraded === "embedder_failed" || degraded === "embedder_slow"
        ? [report("search/degraded", {}, degradedMessages[degraded])]
        : [],
  };
}

const degradedMessages = {
  embedder_failed: "The embedder failed, so relevant rules were found by words only.",
  embedder_slow: "The embedder did not answer in time, so relevant rules were found by words only.",
} as const;
/** For how many rules below the minimum, the nearest ones, the words that are missing are named, and how many words. */
const maxExplained = 10;
const maxMissing = 3;

function missingWords(rule: Rule, words: readonly string[] = []): readonly string[] {
  const found = new Set(words.flatMap(tokenize));
  return tellingWords(rule)
    .filter((word) => !tokenize(word).some((token) => found.has(token)))
    .slice(0, maxMissing);
}

/** Less evidence is not worth a line in an explanation. */
const minShown = 0.05;

function findByWords(
  { prompt = "", files }: ResolveRequest,
  { parts }: SearchVisibleOptions,
  canApply: (rule: Rule) => boolean,
): ReadonlyMap<Rule, Evidence> {
  const indexes = parts.map((part) => part.evidenceIndex(() => new EvidenceIndex()));
  return findEvidence(indexes, { prompt, files }, canApply);
}

/** Finds rules by meaning, if the rulebook or a store has an embedder. */
async function findByMeaning(
  text: string,
  mode: SearchMode,
  options: SearchVisibleOptions,
): Promise<{ readonly meanings: ReadonlyMap<Rule, Meaning>; readonly degraded?: SearchResult["degraded"] }> {
  const { index, parts, embedder } = options;
  const canSearch = embedder !== undefined || parts.some(({ rules }) => rules.some(({ store }) => searchesByMeaning(store)));
  const meanings = new Map<Rule, Meaning>();
  if (mode === "sparse" || (mode === "hybrid" && !canSearch)) return { meanings };
  const filter = { inclusion: "relevant", authority: "default", status: ["active"] } as const;
  const { hits, degraded } = await searchVisible({ text, filter, mode, limit: maxHits }, options);
  for (const { stored, scores, confidence = 0 } of hits) {
    // A store can be ahead of the rules that this request is answered from.
    const rule = index.find(stored.rule.origin.store, stored.rule.id);
    if (rule !== undefined && scores.dense !== undefined) meanings.set(rule, { dense: scores.dense, confidence });
  }
  return { meanings, degraded };
}

function searchesByMeaning({ capabilities: { search, meaning = search } }: RuleStore): boolean {
  return search && meaning;
}

interface Meaning {
  /** The cosine. */
  readonly dense: number;
  /** How far it stands out for the embedder, 0 to 1. */
  readonly confidence: number;
}

type Found = Pick<Relevance, "scores" | "confidence">;

function strengthOf({ scores: { sparse = 0 }, confidence = 0 }: Found): number {
  return sparse + meaningWeight * confidence;
}

function reachesMinimum({ scores: { sparse = 0, dense = 0 }, confidence = 0 }: Found, minimum: LegScores): boolean {
  const reachesByMeaning =
    minimum.dense === undefined ? confidence >= defaultMinimum.confidence : dense > 0 && dense >= minimum.dense;
  return reachesByMeaning || (sparse > 0 && sparse >= (minimum.sparse ?? defaultMinimum.sparse));
}
