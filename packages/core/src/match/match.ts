import { inclusionTable } from "@precept/contract/values";
import { normalisePath } from "../glob/path.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Relevance } from "../model/relevance.ts";
import type { MatchReason, RuleMatch, SkippedRule, SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { compareByName, isWithinBase } from "../model/precedence.ts";
import { failedPrecondition, withVariables } from "./precondition.ts";
import { matchFiles } from "./match-files.ts";
import { findRequested } from "./find-requested.ts";
import type { RuleLookup } from "./rule-lookup.ts";

/** What the rulebook knows about a request before matching. */
export interface MatchContext {
  /** Files that the conversation refers to. */
  readonly files?: readonly string[];
  /** Rules that the conversation refers to. */
  readonly references?: readonly string[];
  /** Returns the relevance of a rule to the prompt; undefined if it was not found. Absent: no search took place. */
  readonly relevanceOf?: (rule: Rule) => Relevance | undefined;
  /** The files of the agent context that the prompt has already. Rules from these files are skipped. */
  readonly agentContext?: readonly AgentContextFile[];
  /** The project's directory. Absolute paths are made relative to it. */
  readonly root?: string;
}

/** The result of matching: the rules that match, and why the others do not. */
export interface MatchOutcome {
  readonly matches: readonly RuleMatch[];
  readonly evaluated: number;
  /** The files of the request, normalised, without duplicates. */
  readonly files: readonly string[];
  /** The rule references of the request. */
  readonly requested: readonly string[];
  /** The references in `include` that match no rule. */
  readonly unknown: readonly string[];
  /** The `agentRequested` rules that would apply if the request asked for them, most useful first. */
  requestable(): readonly Rule[];
  /** The rules that do not match, with the reasons. Computed on the first call: most requests do not need it. */
  skipped(): readonly SkippedRule[];
}

/** Step 1 of resolving: matches the rules of an index, as they are now, with a request. */
export function matchRules(index: RuleLookup, request: ResolveRequest, context: MatchContext = {}): MatchOutcome {
  const files = [
    ...new Set([...(request.files ?? []), ...(context.files ?? [])].map((file) => normalisePath(file, context.root))),
  ].filter((file) => file !== "");
  const explicit = [...new Set(request.include ?? [])];
  const requested = [...new Set([...explicit, ...(context.references ?? [])])];
  const matches: RuleMatch[] = [];
  // Read the index now: later changes must not affect the result.
  const { lists, requestable } = index;
  // A session can belong to another user, so its rules are not part of the answer, not even as skipped ones.
  const foreign = new Set<Rule>();
  for (const rule of index.inSessions) if (rule.origin.session !== request.session) foreign.add(rule);
  const replacements = index.replacements({ projectId: request.project, userId: request.user });
  const { agentContext = [] } = context;
  const findSkip = (rule: Rule): SkipReason | undefined =>
    failedPrecondition(rule, request, replacements.get(rule)) ?? findInAgentContext(rule, agentContext);
  const canSkipAny = replacements.size > 0 || agentContext.length > 0;
  const isUnconditional = (rule: Rule): boolean => !canSkipAny && !index.hasPreconditions(rule);
  const isEligible = (rule: Rule): boolean => isUnconditional(rule) || findSkip(rule) === undefined;
  const addEligible = (match: RuleMatch): void => {
    const { rule } = match;
    if (isUnconditional(rule)) matches.push(match);
    else if (findSkip(rule) === undefined) matches.push(withVariables(match, request));
  };
  for (const rule of index.always) addEligible({ rule, reason: always, matchedFiles: noFiles });
  for (const match of matchFiles(index, files)) addEligible(match);

  const unknown: string[] = [];
  const relevant = [...index.relevant];
  if (requested.length > 0 || relevant.length > 0) {
    const matched = new Set(matches.map((match) => match.rule));
    const add = (rule: Rule, reason: MatchReason): void => {
      if (matched.has(rule)) return;
      matched.add(rule);
      addEligible({ rule, reason, matchedFiles: noFiles });
    };
    for (const reference of requested) {
      const found = findRequested(index, reference).filter((rule) => !foreign.has(rule));
      for (const rule of found) add(rule, { kind: "requested", reference });
      if (found.length === 0 && explicit.includes(reference)) unknown.push(reference);
    }
    for (const rule of relevant) {
      const relevance = context.relevanceOf?.(rule);
      if (relevance?.isRelevant === true) {
        const { scores, words } = relevance;
        add(rule, { kind: "relevant", scores, ...(words !== undefined && { words }) });
      } else if (rule.authority === "absolute" && hasFileInside(files, rule)) add(rule, { kind: "absolute" });
    }
  }

  let skipped: readonly SkippedRule[] | undefined;
  return {
    matches,
    evaluated: lists.reduce((count, rules) => count + rules.length, -foreign.size),
    files,
    requested,
    unknown,
    requestable() {
      if (requestable.length === 0) return requestable;
      const matched = new Set(matches.map(({ rule }) => rule));
      return requestable.filter(
        (rule) => !matched.has(rule) && !foreign.has(rule) && hasFileInside(files, rule) && isEligible(rule),
      );
    },
    skipped() {
      const matched = new Set(matches.map((match) => match.rule));
      return (skipped ??= lists
        .flatMap(sortedByName)
        .filter((rule) => !matched.has(rule) && !foreign.has(rule))
        .map((rule) => ({
          rule,
          reason: findSkip(rule) ?? unmatchedReason(rule, files, context),
        })));
    },
  };
}

/** The lists of indexes, sorted. They are immutable, so each is sorted once, and not with every request. */
const sortedLists = new WeakMap<readonly Rule[], readonly Rule[]>();

function sortedByName(rules: readonly Rule[]): readonly Rule[] {
  const sorted = sortedLists.get(rules) ?? rules.toSorted(compareByName);
  sortedLists.set(rules, sorted);
  return sorted;
}

const always: MatchReason = { kind: "always" };
const noFiles: readonly never[] = [];

/** Why a rule that meets all preconditions does not match. */
function unmatchedReason(rule: Rule, files: readonly string[], context: MatchContext): SkipReason {
  const { base = "" } = rule.origin;
  switch (inclusionTable[rule.inclusion].trigger) {
    case "none":
      return { kind: "outsideBase", base };
    case "files":
      if (rule.globs.length === 0) return { kind: "noGlobs" };
      return hasFileInside(files, rule) ? { kind: "noFileMatched", globs: rule.globs } : { kind: "outsideBase", base };
    case "reference":
      return { kind: "notRequested", inclusion: rule.inclusion };
    case "search":
      if (rule.authority === "absolute") return { kind: "outsideBase", base };
      return context.relevanceOf === undefined ? { kind: "noSearch" } : notRelevant(context.relevanceOf(rule));
  }
}

function hasFileInside(files: readonly string[], { origin: { base = "" } }: Rule): boolean {
  return base === "" || files.some((file) => isWithinBase(file, base));
}

function notRelevant(relevance: Relevance | undefined): SkipReason {
  if (relevance === undefined) return { kind: "notRelevant" };
  const { isRelevant: _isRelevant, ...found } = relevance;
  return { kind: "notRelevant", ...found };
}

/** A file whose text the prompt has already, as a part of the agent context. */
export interface AgentContextFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly content: string;
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. Recognises links to the file and copies of it. */
  readonly sha256?: string | undefined;
}

/** Returns why a rule is skipped whose file is in the agent context; undefined if it is not. */
function findInAgentContext({ origin }: Rule, files: readonly AgentContextFile[]): SkipReason | undefined {
  const file = files.find(({ path, sha256 }) => origin.path === path || (sha256 !== undefined && origin.sha256 === sha256));
  return file === undefined ? undefined : { kind: "inAgentContext", file: file.path };
}
