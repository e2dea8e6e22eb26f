import type { CommandConditionDocument, MatchDocument } from "@precept/contract/policy";
import type { CommandCondition, Expression, InputCondition, PolicyMatch } from "../model/policy.ts";

/** Converts a block of conditions to its document. `readMatch` reads it back as the same block. */
export function toWireMatch(match: PolicyMatch): MatchDocument {
  const { pattern, flags, all, any, absent } = match;
  return {
    ...(pattern !== undefined && { pattern }),
    ...(flags !== "" && { flags }),
    ...(match.unless.length > 0 && { unless: match.unless.map((one) => toWireExpression(one, flags)) }),
    ...(match.validAs !== undefined && { valid_as: [...match.validAs] }),
    ...(match.minEntropy !== undefined && { min_entropy: match.minEntropy }),
    ...(match.keywords.length > 0 && { keywords: [...match.keywords] }),
    ...(match.filePatterns.length > 0 && { file_patterns: [...match.filePatterns] }),
    ...(match.ignoresCase === true && { ignore_case: true }),
    ...(Object.keys(match.contextFilter).length > 0 && { context_filter: { ...match.contextFilter } }),
    ...(match.tools.length > 0 && { tool: [...match.tools] }),
    ...(match.input.length > 0 && { input: Object.fromEntries(match.input.map((one) => toWireInput(one, flags))) }),
    ...(match.commands.length > 0 && { command: match.commands.map((one) => toWireCommand(one, flags)) }),
    ...(all.length > 0 && { all: all.map(toWireMatch) }),
    ...(any.length > 0 && { any: any.map(toWireMatch) }),
    ...(absent.length > 0 && { absent: absent.map(toWireMatch) }),
  };
}

type InputEntry = readonly [path: string, condition: NonNullable<MatchDocument["input"]>[string]];

function toWireInput({ path, matches, ...operators }: InputCondition, flags: string): InputEntry {
  const written = { ...operators, ...(matches !== undefined && { matches: toWireExpression(matches, flags) }) };
  return [path, written as InputEntry[1]];
}

function toWireCommand(condition: CommandCondition, shared: string): CommandConditionDocument {
  const { programs, subcommands, flags, withoutFlags, operands, arguments: words, output, pipesInto, pipesFrom } = condition;
  return {
    ...(programs.length > 0 && { program: [...programs] }),
    ...(subcommands.length > 0 && { subcommand: [...subcommands] }),
    ...(flags.length > 0 && { flags: flags.map((spellings) => [...spellings]) }),
    ...(withoutFlags.length > 0 && { without_flags: [...withoutFlags] }),
    ...(operands !== undefined && { operands: toWireExpression(operands, shared) }),
    ...(words !== undefined && { arguments: toWireExpression(words, shared) }),
    ...(output !== undefined && { output: toWireExpression(output, shared) }),
    ...(pipesInto.length > 0 && { pipes_into: [...pipesInto] }),
    ...(pipesFrom.length > 0 && { pipes_from: [...pipesFrom] }),
  };
}

/** Writes the flags of an expression inline if they differ from those of the block. */
function toWireExpression({ source, flags }: Expression, shared: string): string {
  return flags === shared ? source : `(?${flags})${source}`;
}
