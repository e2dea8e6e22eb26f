import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { isExclusion, matchesGlob } from "@precept/core";
import { prepareCondition, type PreparedCondition } from "../commands/match-command.ts";
import { isGlob, literalOf } from "../commands/program-name.ts";
import type {
  CommandCondition,
  Expression,
  InputCondition,
  PatternSource,
  Policy,
  PolicyMatch,
  SyntaxCondition,
} from "../model/policy.ts";
import { requiredWords } from "../syntax/required-words.ts";
import { exceptionsOf, patternOf, withMultiline } from "./policy-pattern.ts";

/** A block of conditions, prepared once for all texts. */
export interface PreparedBlock {
  readonly match: PolicyMatch;
  /** The pattern, or the keywords as alternatives. */
  readonly pattern?: PatternSource;
  readonly exceptions: readonly PatternSource[];
  /** Prepared on first use, because the prefilter excludes most blocks. */
  readonly commands: readonly PreparedCommand[];
  /** Matches the program names of all commands, for the prefilter. Undefined if a command can have any program. */
  readonly programs?: PatternSource;
  readonly syntax?: PreparedSyntax;
  readonly input: readonly PreparedInput[];
  /** Whether a tool has one of the names. */
  readonly hasTool: (tool: string | undefined) => boolean;
  readonly all: readonly PreparedBlock[];
  readonly any: readonly PreparedBlock[];
  readonly absent: readonly PreparedBlock[];
}

export interface PreparedSyntax {
  readonly condition: SyntaxCondition;
  readonly where: readonly { readonly name: string; readonly pattern: PatternSource }[];
  /** Matches the words of which the code must contain one, for the prefilter. Undefined: code without such words. */
  readonly words?: PatternSource;
}

export interface PreparedCommand extends PreparedCondition {
  /** Created on first use: few conditions have a program that the text runs. */
  readonly expressions: { readonly [Key in "operands" | "arguments" | "output"]?: PatternSource };
}

export interface PreparedInput {
  readonly condition: InputCondition;
  readonly matches?: PatternSource;
}

/** Prepares the match of a policy. Each expression has an id that begins with the id of the policy. */
export function prepareBlock(policy: Policy, match: PolicyMatch = policy.match, id: string = policy.id): PreparedBlock {
  const named = { id, match };
  const pattern = patternOf(named);
  const nested = (blocks: readonly PolicyMatch[], key: string): readonly PreparedBlock[] =>
    blocks.map((block, at) => prepareBlock(policy, block, `${id} ${key}[${at}]`));
  const programs = programPattern(`${id} command`, match.commands);
  let commands: readonly PreparedCommand[] | undefined;
  return {
    match,
    ...(pattern !== undefined && { pattern }),
    exceptions: exceptionsOf(named),
    get commands() {
      return (commands ??= match.commands.map((condition, at) => prepareCommand(condition, `${id} command[${at}]`)));
    },
    ...(programs !== undefined && { programs }),
    ...(match.syntax !== undefined && { syntax: prepareSyntax(match.syntax, `${id} syntax`) }),
    input: match.input.map((condition) => ({
      condition,
      ...(condition.matches !== undefined && { matches: sourceOf(`${id} input ${condition.path}`, condition.matches) }),
    })),
    hasTool: toolMatcher(match.tools),
    all: nested(match.all, "all"),
    any: nested(match.any, "any"),
    absent: nested(match.absent, "absent"),
  };
}

function prepareSyntax(condition: SyntaxCondition, id: string): PreparedSyntax {
  const where = condition.where.map(({ name, expression }) => ({ name, pattern: sourceOf(`${id}.where.${name}`, expression) }));
  const words = requiredWords(condition);
  return { condition, where, ...(words !== undefined && { words: { id: `${id} words`, source: words.join("|"), flags: "m" } }) };
}

/** Returns a block, and all blocks in it. */
export function blocksIn(block: PreparedBlock): readonly PreparedBlock[] {
  return [block, ...[block.all, block.any, block.absent].flatMap((blocks) => blocks.flatMap(blocksIn))];
}

function prepareCommand(condition: CommandCondition, id: string): PreparedCommand {
  let expressions: PreparedCommand["expressions"] | undefined;
  return {
    ...prepareCondition(condition),
    get expressions() {
      return (expressions ??= expressionsOf(condition, id));
    },
  };
}

function expressionsOf({ operands, arguments: words, output }: CommandCondition, id: string): PreparedCommand["expressions"] {
  return {
    ...(operands && { operands: sourceOf(`${id}.operands`, operands) }),
    ...(words && { arguments: sourceOf(`${id}.arguments`, words) }),
    ...(output && { output: sourceOf(`${id}.output`, output) }),
  };
}

function sourceOf(id: string, { source, flags }: Expression): PatternSource {
  return { id, source, flags: withMultiline(flags) };
}

function programPattern(id: string, commands: readonly CommandCondition[]): PatternSource | undefined {
  const names = commands.flatMap(({ programs = [], pipesInto, pipesFrom }) => {
    const included = programs.some(isExclusion) ? programs.filter((name) => !isExclusion(name)) : programs;
    const required = included.length > 0 ? included : (pipesFrom ?? pipesInto ?? [""]);
    return required.map((name) => (isGlob(name) ? literalOf(name) : name));
  });
  if (names.length === 0 || names.includes("")) return undefined;
  let source: string | undefined;
  return {
    id,
    // Rarely used: most patterns of programs have known literals.
    get source() {
      return (source ??= names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"));
    },
    flags: "m",
  };
}

function toolMatcher(tools: readonly string[]): PreparedBlock["hasTool"] {
  const excluded = tools.filter(isExclusion).map((glob) => glob.slice(1));
  const included = tools.filter((glob) => !isExclusion(glob));
  return (tool) => {
    if (tools.length === 0) return true;
    if (tool === undefined) return false;
    return possibleToolNames(tool).some(
      (name) =>
        !excluded.some((glob) => matchesGlob(glob, name)) &&
        (included.length === 0 || included.some((glob) => matchesGlob(glob, name))),
    );
  };
}

/** The maximum number of splits of one name. Later underscores are ignored. */
const maxSplits = 16;

/**
 * Returns the names that a tool can have as `mcp__server__tool`. Some agents do not show where the name of the server
 * ends (`mcp_aws_call_api`), which server it is (`MCP:call_api`), or that the tool belongs to a server
 * (`aws_call_api`). `readToolName` names such tools `mcp__aws_call_api`.
 */
function possibleToolNames(tool: string): readonly string[] {
  const rest = /^mcp__((?:(?!__).)+)$/s.exec(tool)?.[1];
  if (rest === undefined) return [tool];
  const splits = [...rest.matchAll(/_/g)]
    .slice(0, maxSplits)
    .map(({ index }) => `mcp__${rest.slice(0, index)}__${rest.slice(index + 1)}`);
  return [tool, rest, `mcp__unknown__${rest}`, ...splits];
}

const patternsOfBlocks = new WeakMap<PreparedBlock, readonly PatternSource[]>();

/** The patterns of a block, and of the blocks in it, that a prefilter can search for. */
export function prefilterPatternsIn(block: PreparedBlock): readonly PatternSource[] {
  return getOrInsertComputed(patternsOfBlocks, block, () =>
    blocksIn(block).flatMap(({ pattern, programs, syntax }) =>
      [pattern, programs, syntax?.words].filter((one) => one !== undefined),
    ),
  );
}
