import type { CommandConditionDocument, InputConditionDocument, MatchDocument, SequenceDocument } from "@precept/contract/policy";
import type { SyntaxConditionDocument, SyntaxRuleDocument } from "@precept/contract/policy";
import { withoutUndefined } from "@precept/core";
import { listOf } from "../model/create-policy.ts";
import { readDuration } from "../model/duration.ts";
import type {
  CommandCondition,
  InputCondition,
  PolicyMatch,
  PolicySequence,
  SyntaxCondition,
  SyntaxRule,
} from "../model/policy.ts";
import { joinPatterns, translatePattern } from "./pattern-dialect.ts";

/** Reads a valid `match`, or a block in it, and translates its regular expressions to JavaScript. */
export function readMatch(written: MatchDocument = {}): PolicyMatch {
  const pattern = joinPatterns(written.pattern ?? "", written.flags);
  const { flags } = pattern;
  return {
    ...(written.pattern !== undefined && { pattern: pattern.source }),
    flags,
    unless: listOf(written.unless).map((exception) => translatePattern(exception, flags)),
    ...(written.valid_as !== undefined && { validAs: listOf(written.valid_as) }),
    ...(written.min_entropy !== undefined && { minEntropy: written.min_entropy }),
    keywords: listOf(written.keywords),
    filePatterns: listOf(written.file_patterns),
    ...(written.ignore_case === true && { ignoresCase: true }),
    contextFilter: written.context_filter ?? {},
    tools: listOf(written.tool),
    input: Object.entries(written.input ?? {}).map(([path, condition]) => readInputCondition(path, condition, flags)),
    commands: listOf(written.command).map((condition) => readCommandCondition(condition, flags)),
    ...(written.syntax !== undefined && { syntax: readSyntax(written.syntax, flags) }),
    all: (written.all ?? []).map(readMatch),
    any: (written.any ?? []).map(readMatch),
    ...(written.score !== undefined && { score: { atLeast: written.score.at_least, within: written.score.within } }),
    ...(written.weight !== undefined && { weight: written.weight }),
    absent: listOf(written.absent).map(readMatch),
  };
}

function readSyntax({ language, where = {}, ...rule }: SyntaxConditionDocument, flags: string): SyntaxCondition {
  return {
    ...readSyntaxRule(rule),
    languages: listOf(language),
    where: Object.entries(where).map(([name, written]) => ({ name, expression: joinPatterns(written, flags) })),
  };
}

function readSyntaxRule({ pattern, kind, inside, has, not }: SyntaxRuleDocument): SyntaxRule {
  const rules = (written: SyntaxRuleDocument["has"]): readonly SyntaxRule[] =>
    listOf(written).map((rule) => readSyntaxRule(typeof rule === "string" ? { pattern: rule } : rule));
  return {
    patterns: listOf(pattern),
    ...(kind !== undefined && { kind }),
    inside: rules(inside),
    has: rules(has),
    not: rules(not),
  };
}

function readInputCondition(path: string, written: InputConditionDocument, flags: string): InputCondition {
  if (Array.isArray(written)) return { path, in: written };
  if (typeof written !== "object") return { path, equals: written };
  const { matches, ...others } = written;
  return { path, ...others, ...(matches !== undefined && { matches: translatePattern(matches, flags) }) };
}

function readCommandCondition(written: CommandConditionDocument, flags: string): CommandCondition {
  const expression = (patterns: string | readonly string[] | undefined) =>
    patterns === undefined ? undefined : joinPatterns(patterns, flags);
  return withoutUndefined({
    programs: filledList(written.program),
    subcommands: filledList(written.subcommand),
    flags: filledList(written.flags)?.map((spellings) => (typeof spellings === "string" ? [spellings] : spellings)),
    withoutFlags: filledList(written.without_flags),
    traits: filledList(written.traits),
    withoutTraits: filledList(written.without_traits),
    operands: expression(written.operands),
    arguments: expression(written.arguments),
    output: expression(written.output),
    pipesInto: filledList(written.pipes_into),
    pipesFrom: filledList(written.pipes_from),
    runs: written.runs === undefined ? undefined : listOf(written.runs),
  });
}

/** Returns a value as a list. Undefined instead of an empty one: policies have hundreds of conditions, and most of their lists are empty. */
function filledList<Value>(written: Value | readonly Value[] | undefined): readonly Value[] | undefined {
  const list = listOf(written);
  return list.length === 0 ? undefined : list;
}

export function readSequence({ after, unless, count = 1, same, failed = false, ...times }: SequenceDocument): PolicySequence {
  return withoutUndefined({
    after: after && readMatch(after),
    within: readDuration(times.within ?? ""),
    unless: unless && readMatch(unless),
    count,
    same,
    failed,
    per: readDuration(times.per ?? ""),
  });
}
