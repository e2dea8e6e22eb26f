import type { CommandConditionDocument, MatchDocument } from "@precept/contract/policy";
import type { Json } from "@precept/core";
import type { Violation } from "../model/decision.ts";
import type { CommandCondition, Policy, PolicyMatch } from "../model/policy.ts";
import type { Subject } from "../model/subject.ts";
import { toWireMatch } from "../wire/match.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";

/** One condition of a policy, evaluated alone. */
export interface MatchStep {
  /** The path of the condition in the policy, such as `match.any[0].command[1].flags`. */
  readonly path: string;
  /** The condition, as a policy file contains it. */
  readonly condition: Json;
  /** `unknown`: it could not be evaluated. */
  readonly result: "holds" | "fails" | "unknown";
  /** What the condition matched. Empty if it does not search for anything. */
  readonly found: readonly Pick<Violation, "line" | "column" | "match">[];
}

/**
 * Evaluates each condition of a policy alone, in the order of evaluation, to explain a decision. The keys of a command
 * are added one after the other, up to the first one that no command meets. Phase, mode, baseline, suppressions and
 * sequence are ignored.
 */
export function traceMatch(policy: Policy, subject: Subject, options: EvaluateOptions): readonly MatchStep[] {
  const { candidates: _candidates, baseline: _baseline, phase: _phase, ...others } = options;
  const { fix: _fix, sequence: _sequence, action: _action, ...rest } = policy;
  // With the lowest severity, a condition that could not be evaluated is skipped and does not count as violated.
  const probe = { ...rest, enabled: true, mode: "enforce" as const, severity: "LOW" as const, phases: [] };
  const evaluateMatch = (match: PolicyMatch): Pick<MatchStep, "result" | "found"> => {
    const settings = { ...others, inlineSuppressions: false, sequences: "hold" as const };
    const { violations, skipped } = evaluate([{ ...probe, match }], subject, settings);
    const isUnknown = skipped.some(({ reason }) => reason.kind === "indeterminate" || reason.kind === "unavailable");
    return {
      result: violations.length > 0 ? "holds" : isUnknown ? "unknown" : "fails",
      found: violations
        .filter(({ length }) => length > 0)
        .map(({ line, column, match: text }) => ({ line, column, match: text })),
    };
  };
  return [...traceBlock(policy.match, "match", evaluateMatch)];
}

type EvaluateMatch = (match: PolicyMatch) => Pick<MatchStep, "result" | "found">;

const nothing: PolicyMatch = {
  flags: "",
  unless: [],
  keywords: [],
  filePatterns: [],
  contextFilter: {},
  tools: [],
  input: [],
  commands: [],
  all: [],
  any: [],
  absent: [],
};

/** The conditions on the matches of a pattern. Without matches, they decide nothing. */
const matchFilters: ReadonlySet<keyof MatchDocument> = new Set(["valid_as", "min_entropy", "unless"]);

function* traceBlock(match: PolicyMatch, path: string, evaluateMatch: EvaluateMatch): Iterable<MatchStep> {
  let hasMatches = true;
  for (const [key, part] of conditionsOf(match)) {
    if (!hasMatches && matchFilters.has(key)) continue;
    const one = step(`${path}.${key}`, key, { ...nothing, ...part }, evaluateMatch);
    hasMatches = one.result === "holds";
    yield one;
  }
  if (match.syntax !== undefined) {
    const { syntax, flags, unless } = match;
    yield step(`${path}.syntax`, "syntax", { ...nothing, syntax }, evaluateMatch);
    if (unless.length > 0) yield step(`${path}.syntax unless`, "unless", { ...nothing, syntax, flags, unless }, evaluateMatch);
  }
  for (const [at, condition] of match.commands.entries()) {
    yield* traceCommand(condition, `${path}.command${match.commands.length === 1 ? "" : `[${at}]`}`, match, evaluateMatch);
  }
  for (const key of ["all", "any", "absent"] as const) {
    for (const [at, block] of match[key].entries()) yield* traceBlock(block, `${path}.${key}[${at}]`, evaluateMatch);
    const outcome = evaluateMatch({ ...nothing, [key]: match[key] });
    if (match[key].length > 0) yield { path: `${path}.${key}`, condition: null, ...outcome };
  }
}

/** Returns the conditions of a block except for commands and blocks, each with all that it depends on. */
function conditionsOf(match: PolicyMatch): readonly (readonly [key: keyof MatchDocument, part: Partial<PolicyMatch>])[] {
  const { pattern, flags, unless, validAs, minEntropy, keywords, filePatterns, ignoresCase, contextFilter, tools, input } = match;
  const isGate = pattern !== undefined || match.commands.length > 0;
  const search = pattern === undefined ? { keywords } : { pattern, flags };
  const valid = { ...search, ...(validAs !== undefined && { validAs }) };
  const valued = { ...valid, ...(minEntropy !== undefined && { minEntropy }) };
  const isSearched = pattern !== undefined || (keywords.length > 0 && !isGate);
  return [
    ...(filePatterns.length > 0 ? [["file_patterns", { filePatterns, ...(ignoresCase && { ignoresCase }) }] as const] : []),
    ...Object.entries(contextFilter).map(([key, value]) => ["context_filter", { contextFilter: { [key]: value } }] as const),
    ...(tools.length > 0 ? [["tool", { tools }] as const] : []),
    ...input.map((condition) => ["input", { input: [condition] }] as const),
    ...(isGate && keywords.length > 0 ? [["keywords", { keywords }] as const] : []),
    ...(isSearched ? [[pattern === undefined ? "keywords" : "pattern", search] as const] : []),
    ...(isSearched && validAs !== undefined ? [["valid_as", valid] as const] : []),
    ...(isSearched && minEntropy !== undefined ? [["min_entropy", valued] as const] : []),
    ...(isSearched && unless.length > 0 ? [["unless", { ...valued, flags, unless }] as const] : []),
  ];
}

/** The keys of a condition, and their names in a policy file, in the order of evaluation. */
const commandKeys = {
  programs: "program",
  subcommands: "subcommand",
  flags: "flags",
  withoutFlags: "without_flags",
  traits: "traits",
  withoutTraits: "without_traits",
  runs: "runs",
  pipesInto: "pipes_into",
  pipesFrom: "pipes_from",
  arguments: "arguments",
  operands: "operands",
  output: "output",
} as const satisfies Record<keyof CommandCondition, keyof CommandConditionDocument>;

function* traceCommand(
  condition: CommandCondition,
  path: string,
  { flags, unless }: PolicyMatch,
  evaluateMatch: EvaluateMatch,
): Iterable<MatchStep> {
  const given = (Object.keys(commandKeys) as readonly (keyof CommandCondition)[]).filter((key) => condition[key] !== undefined);
  const whole = [toWireMatch({ ...nothing, flags, commands: [condition] }).command ?? []].flat()[0];
  for (const [at, key] of given.entries()) {
    const first = Object.fromEntries(given.slice(0, at + 1).map((one) => [one, condition[one]]));
    const outcome = evaluateMatch({ ...nothing, commands: [first] });
    yield { path: `${path}.${commandKeys[key]}`, condition: whole?.[commandKeys[key]] ?? null, ...outcome };
    if (outcome.result === "fails") return;
  }
  if (unless.length > 0)
    yield step(`${path} unless`, "unless", { ...nothing, commands: [condition], flags, unless }, evaluateMatch);
}

/** Evaluates a part of a block. @param key the key that the step is about. */
function step(path: string, key: keyof MatchDocument, match: PolicyMatch, evaluateMatch: EvaluateMatch): MatchStep {
  return { path, condition: (toWireMatch(match)[key] ?? null) as Json, ...evaluateMatch(match) };
}
