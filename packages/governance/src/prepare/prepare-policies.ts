import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import type { PatternSource, Policy, PolicyMatch } from "../model/policy.ts";
import { assignLiterals } from "../prefilter/known-literals.ts";
import { prefilterPatternsIn, prepareBlock, type PreparedBlock } from "./prepared-block.ts";

/**
 * The required literals of each pattern that a prefilter searches for, in the order of `prefilterPatternsOf`; null for
 * a pattern that requires none.
 */
export type CompiledLiterals = readonly (readonly string[] | null)[];

/**
 * The literals of compiled policies, which their patterns get when the policy is first evaluated. Keyed by the `match`
 * of a policy, because copies of the policy share it.
 */
export const compiledLiterals: WeakMap<PolicyMatch, CompiledLiterals> = new WeakMap();

/** Keyed by policy, not by list: a check of some policies creates a new list. */
const blockCache = new WeakMap<Policy, PreparedBlock>();

/** Prepares the match of one policy. The result is cached for as long as the policy is reachable. */
export function blockOf(policy: Policy): PreparedBlock {
  return getOrInsertComputed(blockCache, policy, () => {
    const block = prepareBlock(policy);
    const literals = compiledLiterals.get(policy.match);
    if (literals !== undefined) {
      for (const [at, pattern] of prefilterPatternsIn(block).entries()) assignLiterals(pattern, literals[at] ?? null);
    }
    return block;
  });
}

/** A regular expression of a policy, and a description such as "The exception unless[0]". */
export interface NamedPattern {
  readonly name: string;
  readonly pattern: PatternSource;
}

/** Returns all regular expressions of a policy: patterns, exceptions, conditions on commands and on tool inputs. */
export function patternsOf(policy: Policy): readonly PatternSource[] {
  return namedPatternsOf(policy).map(({ pattern }) => pattern);
}

export function namedPatternsOf(policy: Policy): readonly NamedPattern[] {
  return namedPatternsIn(blockOf(policy), "");
}

/** Returns the patterns whose literals the text must contain, for `createCandidateFinder`. */
export function prefilterPatternsOf(policy: Policy): readonly PatternSource[] {
  return prefilterPatternsIn(blockOf(policy));
}

function namedPatternsIn(block: PreparedBlock, path: string): readonly NamedPattern[] {
  const where = path === "" ? "" : ` in ${path}`;
  const named = (name: string, pattern: PatternSource | undefined): readonly NamedPattern[] =>
    pattern === undefined ? [] : [{ name: `${name}${where}`, pattern }];
  const nested = (blocks: readonly PreparedBlock[], key: string): readonly NamedPattern[] =>
    blocks.flatMap((inner, at) => namedPatternsIn(inner, `${path === "" ? "" : `${path}.`}${key}[${at}]`));
  return [
    ...named("The pattern", block.pattern),
    ...block.exceptions.flatMap((exception, at) => named(`The exception unless[${at}]`, exception)),
    ...block.commands.flatMap((command, at) =>
      (["operands", "arguments", "output"] as const).flatMap((key) =>
        named(`The pattern command[${at}].${key}`, command.expressions[key]),
      ),
    ),
    ...(block.syntax?.where ?? []).flatMap((one) => named(`The pattern for "${one.name}" in syntax.where`, one.pattern)),
    ...block.input.flatMap(({ condition, matches }) => named(`The pattern for "${condition.path}" in input`, matches)),
    ...nested(block.all, "all"),
    ...nested(block.any, "any"),
    ...nested(block.absent, "absent"),
  ];
}
