import { globalOptionsOf } from "../commands/options/global-options.ts";
import type { ParsedCommand } from "../commands/parsed-command.ts";
import type { PatternSource } from "../model/policy.ts";
import type { CommandFinder } from "./command-expressions.ts";
import { maxEmbeddedTexts, toSubjectMatch, type EmbeddedOutcomes } from "./embedded-texts.ts";
import { hasValueConditions, meetsValueConditions } from "../values/value-formats.ts";
import { withoutOverlapping } from "./overlapping-matches.ts";
import { firstOverScore } from "./sign-score.ts";
import { notRun, type PatternMatch, type PatternOutcome, type PatternRunner } from "./pattern-runner.ts";
import { findSyntax } from "./find-syntax.ts";
import type { Subject } from "../model/subject.ts";
import type { PreparedBlock, PreparedSyntax } from "../prepare/prepared-block.ts";
import type { SubjectCommands } from "./subject-commands.ts";

/**
 * The result of one block for one text. `holds`: with the matches that are violations, none if the text holds as a
 * whole. `fails`: with the number of matches that exceptions or (`byValue`) the conditions on their values except, if
 * there are no others.
 */
export type BlockResult =
  | { readonly kind: "holds"; readonly matches: readonly PatternMatch[]; readonly isCut: boolean }
  | { readonly kind: "fails"; readonly excepted?: number; readonly byValue?: true }
  | { readonly kind: "indeterminate"; readonly reason: string }
  /** A package that parses the code is not installed. Has no effect on the decision, whatever the priority. */
  | { readonly kind: "unavailable"; readonly reason: string };

export interface BlockInputs {
  readonly subject: Subject;
  readonly text: string;
  readonly runner: PatternRunner;
  /** The maximum number of matches of one pattern. */
  readonly limit: number;
  readonly commands: SubjectCommands;
  /** Evaluates the conditions on the commands. */
  readonly findCommands: CommandFinder;
  readonly outcomes: ReadonlyMap<PatternSource, PatternOutcome>;
  /** The outcomes for the texts that the commands run. */
  readonly embedded: readonly EmbeddedOutcomes[];
  /** Whether some of the texts that the commands run were not searched, because there are too many. */
  readonly isEmbeddedCut: boolean;
  /** Evaluates the prefilter of a block, and its conditions that do not depend on the text. Undefined if they hold. */
  readonly precheck: (block: PreparedBlock) => Exclude<BlockResult, { readonly kind: "holds" }> | undefined;
}

/** The limit of matches, for a pattern and for each of its exceptions, that are compared to find excepted matches. */
const maxComparedMatches = 10_000;
const wholeText: BlockResult = { kind: "holds", matches: [], isCut: false };
const fails: BlockResult = { kind: "fails" };

/**
 * Evaluates a block: its pattern, its commands, and the blocks in it. A block that fails in one part fails as a whole,
 * even if another part is indeterminate.
 */
export function evaluateBlock(block: PreparedBlock, inputs: BlockInputs): BlockResult {
  const excluded = inputs.precheck(block);
  if (excluded?.kind === "fails") return excluded;
  const parts: BlockResult[] = excluded === undefined ? [] : [excluded];
  const readers: readonly (() => BlockResult | undefined)[] = [
    () => block.pattern && evaluatePattern(block, block.pattern, inputs),
    () => (block.match.commands.length === 0 ? undefined : except(block, findCommands(block, inputs), inputs)),
    () => block.syntax && evaluateSyntax(block, block.syntax, inputs),
    ...block.all.map((inner) => () => evaluateBlock(inner, inputs)),
    () => (block.any.length === 0 ? undefined : evaluateAny(block, inputs)),
    ...block.absent.map((inner) => () => negate(evaluateBlock(inner, inputs))),
  ];
  for (const read of readers) {
    const part = read();
    if (part?.kind === "fails") return part;
    if (part !== undefined) parts.push(part);
  }
  const located = parts.find((part) => part.kind === "holds" && part.matches.length > 0);
  return unknownIn(parts) ?? located ?? wholeText;
}

function evaluateAny({ any: blocks, match: { score } }: PreparedBlock, inputs: BlockInputs): BlockResult {
  const results = blocks.map((block) => evaluateBlock(block, inputs));
  const holding = results.filter((result) => result.kind === "holds");
  if (score !== undefined) {
    const signs = results.flatMap((result, at) =>
      result.kind === "holds" ? [{ weight: blocks[at]?.match.weight ?? 1, matches: result.matches }] : [],
    );
    const match = firstOverScore(signs, score, inputs.text);
    if (match !== undefined) return { kind: "holds", matches: [match], isCut: false };
    return unknownIn(results) ?? fails;
  }
  if (holding.length === 0) return unknownIn(results) ?? results.at(-1) ?? fails;
  const byLocation = new Map(
    holding.flatMap(({ matches }) => matches).map((match) => [`${match.index} ${match.text.length}`, match]),
  );
  const matches = [...byLocation.values()].toSorted((left, right) => left.index - right.index);
  return limitMatches(
    matches,
    holding.some(({ isCut }) => isCut),
    inputs.limit,
  );
}

/** Returns the first result that decides nothing. One that counts as a violation comes first. */
function unknownIn(results: readonly BlockResult[]): BlockResult | undefined {
  return results.find(({ kind }) => kind === "indeterminate") ?? results.find(({ kind }) => kind === "unavailable");
}

function negate(result: BlockResult): BlockResult {
  if (result.kind === "indeterminate" || result.kind === "unavailable") return result;
  return result.kind === "holds" ? fails : wholeText;
}

function limitMatches(matches: readonly PatternMatch[], isCut: boolean, limit: number): BlockResult {
  return { kind: "holds", matches: matches.slice(0, limit), isCut: isCut || matches.length > limit };
}

/** All matches of the pattern or of the commands, including excepted ones. `rerun` finds more if the result is cut. */
interface Found {
  readonly outcome: PatternOutcome;
  readonly rerun?: () => PatternOutcome;
}

function findPattern(pattern: PatternSource, { outcomes, runner, text }: BlockInputs): Found {
  return { outcome: outcomes.get(pattern) ?? notRun, rerun: () => runner.run([pattern], text, maxComparedMatches)[0] ?? notRun };
}

/** Evaluates the pattern of a block for the text, and for the texts that its commands run. */
function evaluatePattern(block: PreparedBlock, pattern: PatternSource, inputs: BlockInputs): BlockResult {
  const { embedded, isEmbeddedCut, text, limit } = inputs;
  const found = findPattern(pattern, inputs);
  const own = exceptMatches(block, found, inputs);
  if (own.kind === "indeterminate" || (embedded.length === 0 && !isEmbeddedCut)) return own;
  const inner = embedded.map((one) => {
    const inputsOfOne = { ...inputs, text: one.text, outcomes: one.outcomes };
    return { one, result: exceptMatches(block, findPattern(pattern, inputsOfOne), inputsOfOne) };
  });
  // A text that appears literally in the subject was already searched.
  const known = found.outcome.kind === "matches" ? found.outcome.matches : [];
  const moved = inner.flatMap(({ one, result }) =>
    result.kind === "holds" ? result.matches.slice(0, 1).map((match) => toSubjectMatch(match, one.location, text)) : [],
  );
  const further = withoutOverlapping(
    moved.toSorted((left, right) => left.index - right.index),
    known,
  );
  if (own.kind === "holds") return limitMatches([...own.matches, ...further], own.isCut, limit);
  if (further.length > 0) return limitMatches(further, false, limit);
  if (isEmbeddedCut) {
    return { kind: "indeterminate", reason: `the commands run more than ${maxEmbeddedTexts} texts` };
  }
  return inner.find(({ result }) => result.kind === "indeterminate")?.result ?? own;
}

/** Removes matches whose values do not meet the conditions, and then matches that overlap an exception. */
function exceptMatches(block: PreparedBlock, found: Found, inputs: BlockInputs): BlockResult {
  if (!hasValueConditions(block.match)) return except(block, found, inputs);
  // If the limit was reached, the value of a later match may meet the conditions.
  const isCut = found.outcome.kind === "matches" && found.outcome.isCut;
  const all = isCut && found.rerun !== undefined ? found.rerun() : found.outcome;
  if (all.kind === "indeterminate" || all.matches.length === 0) return except(block, { outcome: all }, inputs);
  const matches = all.matches.filter((match) => meetsValueConditions(match, block.match));
  if (matches.length > 0) return except(block, { outcome: { ...all, matches } }, inputs);
  const count = all.matches.length;
  if (all.isCut)
    return { kind: "indeterminate", reason: `the values of its first ${count} matches are ruled out, and there are more` };
  return { kind: "fails", excepted: count, byValue: true };
}

/** Removes the matches that overlap an exception. If the exceptions cannot be run, all matches remain. */
function except({ exceptions }: PreparedBlock, { outcome, rerun }: Found, { runner, text, limit }: BlockInputs): BlockResult {
  if (outcome.kind === "indeterminate") return outcome;
  if (outcome.matches.length === 0) return fails;
  if (exceptions.length === 0) return limitMatches(outcome.matches, outcome.isCut, limit);
  const found = runner.run(exceptions, text, maxComparedMatches);
  const excepted = found.flatMap((exception) => (exception.kind === "matches" ? exception.matches : []));
  // If the limit was reached, later matches may not be excepted, so the pattern is run again with a higher limit.
  const all = outcome.isCut && rerun !== undefined ? rerun() : outcome;
  if (all.kind === "indeterminate") return all;
  const matches = withoutOverlapping(all.matches, excepted);
  if (matches.length > 0) return limitMatches(matches, all.isCut, limit);
  const count = all.matches.length;
  if (all.isCut) return { kind: "indeterminate", reason: `its first ${count} matches are excepted, and there are more` };
  return { kind: "fails", excepted: count };
}

function evaluateSyntax(block: PreparedBlock, syntax: PreparedSyntax, inputs: BlockInputs): BlockResult {
  const outcome = findSyntax(syntax, inputs.subject, inputs.runner, inputs.limit);
  if (outcome.kind === "unavailable") return outcome;
  return except(block, { outcome }, inputs);
}

/** Finds the commands that meet one of the conditions, in the order of the text. */
function findCommands({ commands: conditions }: PreparedBlock, { commands, findCommands: find, text }: BlockInputs): Found {
  const { parsed } = commands;
  const results = conditions.map(find);
  const met = parsed.commands.filter((command) => results.some(({ found }) => found.has(command)));
  if (met.length === 0 && (parsed.incomplete !== undefined || results.some(({ isUnknown }) => isUnknown))) {
    const reason =
      parsed.incomplete === undefined ? "an expression timed out" : `the commands could not be parsed: ${parsed.incomplete}`;
    return { outcome: { kind: "indeterminate", reason } };
  }
  const byLocation = new Map(met.map((command) => [`${command.location.start} ${command.location.end}`, toMatch(command, text)]));
  const matches = [...byLocation.values()].toSorted((left, right) => left.index - right.index);
  return { outcome: { kind: "matches", matches, isCut: false } };
}

/**
 * Returns a command as a match. A command that another program starts, or with variables of its own, cannot be replaced by
 * two commands: it counts as embedded.
 */
function toMatch(command: ParsedCommand, text: string): PatternMatch {
  const { program, wrappers, environment, location } = command;
  const groups = { program, options: globalOptionsOf(command) };
  const isEmbedded = wrappers.length > 0 || environment !== undefined;
  const { start, end } = location;
  return { index: start, text: text.slice(start, end), groups, ...(isEmbedded && { isEmbedded }) };
}
