import type { SkippedPolicyReason } from "../model/decision.ts";
import type { PatternSource } from "../model/policy.ts";
import type { EvaluateOptions } from "./options.ts";
import { prefilterPatternsIn, type PreparedBlock } from "../prepare/prepared-block.ts";
import type { SubjectCommands } from "./subject-commands.ts";

/** Finds the blocks that cannot hold because the text lacks a literal, a keyword or the name of a program. */
export class BlockPrefilter {
  /** The text of the subject, then the texts that its commands run. */
  readonly #texts: readonly string[];
  readonly #commands: SubjectCommands;
  /** The ids of the patterns that may match. Undefined: all. */
  readonly #possible: ReadonlySet<string> | undefined;
  #lower: string | undefined;

  constructor(
    blocks: readonly PreparedBlock[],
    texts: readonly string[],
    candidates: EvaluateOptions["candidates"],
    commands: SubjectCommands,
  ) {
    this.#texts = texts;
    this.#commands = commands;
    const patterns = blocks.flatMap(prefilterPatternsIn);
    this.#possible = candidates === undefined ? undefined : new Set(texts.flatMap((text) => [...candidates(patterns, text)]));
  }

  reasonFor(block: PreparedBlock): SkippedPolicyReason | undefined {
    const { match, pattern, programs, all, any } = block;
    if (pattern !== undefined && !this.#isPossible(pattern)) return { kind: "prefilter" };
    const isGate = match.pattern !== undefined || match.commands.length > 0;
    if (isGate && match.keywords.length > 0 && !match.keywords.some((keyword) => this.#hasKeyword(keyword))) {
      return { kind: "prefilter", keywords: match.keywords };
    }
    if (programs !== undefined && !this.#hasProgram(programs)) return { kind: "prefilter" };
    for (const inner of all) {
      const reason = this.reasonFor(inner);
      if (reason !== undefined) return reason;
    }
    const reasons = any.map((inner) => this.reasonFor(inner));
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  #isPossible(pattern: PatternSource): boolean {
    return this.#possible === undefined || this.#possible.has(pattern.id);
  }

  #hasProgram(programs: PatternSource): boolean {
    if (this.#possible !== undefined && this.#possible.has(programs.id)) return true;
    if (this.#commands.hidesWords) return true;
    return (
      this.#possible === undefined &&
      programs.source.split("|").some((name) => this.#texts.some((text) => text.includes(name.replaceAll("\\", ""))))
    );
  }

  #hasKeyword(keyword: string): boolean {
    return (this.#lower ??= this.#texts.join("\n").toLowerCase()).includes(keyword.toLowerCase());
  }
}
