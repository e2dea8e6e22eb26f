import type { AppliedRule } from "../model/resolution.ts";

/**
 * Composes a prompt section in parts. Each part ends in a line break, and begins with neither white space nor `/`:
 * tokenizers split texts there, so that the tokens of the parts add up. The last part ends in an empty line.
 */
export interface RuleComposer {
  readonly opening: string;
  readonly compose: (rule: ComposedRule) => string;
  readonly closing: string;
}

/** What a composer reads of a rule. */
export type ComposedRule = Pick<AppliedRule, "rule" | "reason" | "matchedFiles" | "content">;
