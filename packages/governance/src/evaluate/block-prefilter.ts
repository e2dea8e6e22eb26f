import type { SkippedPolicyReason } from "../model/decision.ts";
import type { PatternSource } from "../model/policy.ts";
import type { EvaluateOptions } from "./options.ts";
import { prefilterPatternsIn, type PreparedBlock } from "../prepare/prepared-block.ts";
import type { SubjectCommands } from "./subject-commands.ts";

/** Returns why a block cannot hold: the text lacks a literal, a keyword or a program. Undefined if it may hold. */
export type BlockPrefilter = (block: PreparedBlock) => SkippedPolicyReason | undefined;

/** @param texts the text of the subject, then the texts that its commands run. */
export function createBlockPrefilter(
  blocks: readonly PreparedBlock[],
  texts: readonly string[],
  candidates: EvaluateOptions["candidates"],
  commands: SubjectCommands,
): BlockPrefilter {
  const patterns = blocks.flatMap(prefilterPatternsIn);
  // The ids of the patterns that may match. Undefined: all.
  const possible = candidates && new Set(texts.flatMap((text) => [...candidates(patterns, text)]));
  let lower: string | undefined;
  return reasonFor;

  function reasonFor({ match, pattern, programs, syntax, all, any }: PreparedBlock): SkippedPolicyReason | undefined {
    if (pattern !== undefined && possible?.has(pattern.id) === false) return { kind: "prefilter" };
    const isGate = match.pattern !== undefined || match.commands.length > 0;
    if (isGate && match.keywords.length > 0 && !match.keywords.some(hasKeyword)) {
      return { kind: "prefilter", keywords: match.keywords };
    }
    if (programs !== undefined && !hasProgram(programs)) return { kind: "prefilter" };
    if (syntax?.words !== undefined && !hasWord(syntax.words)) return { kind: "prefilter" };
    for (const inner of all) {
      const reason = reasonFor(inner);
      if (reason !== undefined) return reason;
    }
    const reasons = any.map(reasonFor);
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  function hasWord({ id, source }: PatternSource): boolean {
    return possible === undefined
      ? source.split("|").some((word) => texts.some((text) => text.includes(word)))
      : possible.has(id);
  }

  function hasProgram({ id, source }: PatternSource): boolean {
    if (possible?.has(id) === true || commands.hidesWords) return true;
    if (possible !== undefined) return false;
    return source.split("|").some((name) => texts.some((text) => text.includes(name.replaceAll("\\", ""))));
  }

  function hasKeyword(keyword: string): boolean {
    return (lower ??= texts.join("\n").toLowerCase()).includes(keyword.toLowerCase());
  }
}
