import type { CommandConditionDocument, InputConditionDocument, MatchDocument, SequenceDocument } from "@precept/contract/policy";
import { withoutUndefined } from "@precept/core";
import { listOf } from "../model/create-policy.ts";
import { readDuration } from "../model/duration.ts";
import type { CommandCondition, InputCondition, PolicyMatch, PolicySequence } from "../model/policy.ts";
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
    all: (written.all ?? []).map(readMatch),
    any: (written.any ?? []).map(readMatch),
    absent: listOf(written.absent).map(readMatch),
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
    programs: listOf(written.program),
    subcommands: listOf(written.subcommand),
    flags: listOf(written.flags).map((spellings) => (typeof spellings === "string" ? [spellings] : spellings)),
    withoutFlags: listOf(written.without_flags),
    operands: expression(written.operands),
    arguments: expression(written.arguments),
    output: expression(written.output),
    pipesInto: listOf(written.pipes_into),
    pipesFrom: listOf(written.pipes_from),
  });
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
