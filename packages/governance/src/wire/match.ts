import type { CommandConditionDocument, MatchDocument } from "@precept/contract/policy";
import { withoutUndefined } from "@precept/core";
import type { CommandCondition, Expression, InputCondition, PolicyMatch } from "../model/policy.ts";

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
    all: filled(match.all.map(toWireMatch)),
    any: filled(match.any.map(toWireMatch)),
    absent: filled(match.absent.map(toWireMatch)),
  });
}

function filled<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length > 0 ? [...items] : undefined;
}

type InputEntry = readonly [path: string, condition: NonNullable<MatchDocument["input"]>[string]];

function toWireInput({ path, matches, ...operators }: InputCondition, flags: string): InputEntry {
  return [path, withoutUndefined({ ...operators, matches: matches && toWireExpression(matches, flags) }) as InputEntry[1]];
}

function toWireCommand(condition: CommandCondition, shared: string): CommandConditionDocument {
  const { operands, arguments: words, output } = condition;
  return withoutUndefined({
    program: filled(condition.programs),
    subcommand: filled(condition.subcommands),
    flags: filled(condition.flags.map((spellings) => [...spellings])),
    without_flags: filled(condition.withoutFlags),
    operands: operands && toWireExpression(operands, shared),
    arguments: words && toWireExpression(words, shared),
    output: output && toWireExpression(output, shared),
    pipes_into: filled(condition.pipesInto),
    pipes_from: filled(condition.pipesFrom),
  });
}

/** Writes the flags of an expression inline if they differ from the flags of the block. */
function toWireExpression({ source, flags }: Expression, shared: string): string {
  return flags === shared ? source : `(?${flags})${source}`;
}
