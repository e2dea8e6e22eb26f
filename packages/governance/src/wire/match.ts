import type { CommandConditionDocument, MatchDocument } from "@precept/contract/policy";
import type { SyntaxConditionDocument, SyntaxRuleDocument } from "@precept/contract/policy";
import { withoutUndefined } from "@precept/core";
import type { CommandCondition, Expression, InputCondition, PolicyMatch, SyntaxCondition, SyntaxRule } from "../model/policy.ts";

/** Converts a block of conditions to its document. `readMatch` reads it back as the same block. */
export function toWireMatch(match: PolicyMatch): MatchDocument {
  const { flags } = match;
  return withoutUndefined({
    pattern: match.pattern,
    flags: flags === "" ? undefined : flags,
    unless: filled(match.unless.map((one) => toWireExpression(one, flags))),
    valid_as: match.validAs && [...match.validAs],
    min_entropy: match.minEntropy,
    keywords: filled(match.keywords),
    file_patterns: filled(match.filePatterns),
    ignore_case: match.ignoresCase,
    context_filter: Object.keys(match.contextFilter).length > 0 ? { ...match.contextFilter } : undefined,
    tool: filled(match.tools),
    input: match.input.length > 0 ? Object.fromEntries(match.input.map((one) => toWireInput(one, flags))) : undefined,
    command: filled(match.commands.map((one) => toWireCommand(one, flags))),
    syntax: match.syntax && toWireSyntax(match.syntax, flags),
    all: filled(match.all.map(toWireMatch)),
    any: filled(match.any.map(toWireMatch)),
    score: match.score && { at_least: match.score.atLeast, within: match.score.within },
    weight: match.weight,
    absent: filled(match.absent.map(toWireMatch)),
  });
}

function filled<Item>(items: readonly Item[] | undefined): Item[] | undefined {
  return items !== undefined && items.length > 0 ? [...items] : undefined;
}

type InputEntry = readonly [path: string, condition: NonNullable<MatchDocument["input"]>[string]];

function toWireInput({ path, matches, ...operators }: InputCondition, flags: string): InputEntry {
  return [path, withoutUndefined({ ...operators, matches: matches && toWireExpression(matches, flags) }) as InputEntry[1]];
}

function toWireSyntax({ languages, where, ...rule }: SyntaxCondition, shared: string): SyntaxConditionDocument {
  const written = where.map(({ name, expression }) => [name, toWireExpression(expression, shared)] as const);
  return withoutUndefined({
    language: [...languages],
    where: written.length > 0 ? Object.fromEntries(written) : undefined,
    ...toWireSyntaxRule(rule),
  }) as SyntaxConditionDocument;
}

function toWireSyntaxRule({ patterns, kind, inside, has, not }: SyntaxRule): SyntaxRuleDocument {
  return withoutUndefined({
    pattern: filled(patterns),
    kind,
    inside: filled(inside.map(toWireSyntaxRule)),
    has: filled(has.map(toWireSyntaxRule)),
    not: filled(not.map(toWireSyntaxRule)),
  }) as SyntaxRuleDocument;
}

function toWireCommand(condition: CommandCondition, shared: string): CommandConditionDocument {
  const { operands, arguments: words, output } = condition;
  return withoutUndefined({
    program: filled(condition.programs),
    subcommand: filled(condition.subcommands),
    flags: condition.flags?.map((spellings) => [...spellings]),
    without_flags: filled(condition.withoutFlags),
    traits: filled(condition.traits),
    without_traits: filled(condition.withoutTraits),
    operands: operands && toWireExpression(operands, shared),
    arguments: words && toWireExpression(words, shared),
    output: output && toWireExpression(output, shared),
    pipes_into: filled(condition.pipesInto),
    pipes_from: filled(condition.pipesFrom),
    runs: condition.runs && [...condition.runs],
  });
}

/** Writes the flags of an expression inline if they differ from the flags of the block. */
function toWireExpression({ source, flags }: Expression, shared: string): string {
  return flags === shared ? source : `(?${flags})${source}`;
}
