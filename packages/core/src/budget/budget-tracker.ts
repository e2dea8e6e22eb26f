import type { ComposedRule } from "../compose/composer.ts";
import type { AppliedRule, BudgetLimitName, DroppedRule } from "../model/resolution.ts";
import { isLonger, measureLength } from "../text/measure-length.ts";
import { defaultBudget, type BudgetOptions } from "./options.ts";

/** How much of each limit. */
export type Amounts = Record<BudgetLimitName, number>;

/** Returns the tokens that a rule adds to the prompt. */
export type TokenCost = (rule: ComposedRule) => number;

/** Tracks how much of each limit remains. Counts bytes and tokens only if they are limited: counting takes time. */
export class BudgetTracker {
  readonly #tokensOf: TokenCost;
  readonly #total: Readonly<Amounts>;
  readonly #bytesOf = new Map<string, number>();
  readonly remaining: Amounts;

  constructor({ characters, bytes, tokens, rules, dialectRules }: BudgetOptions, tokensOf: TokenCost) {
    this.#tokensOf = tokensOf;
    this.#total = {
      characters: characters ?? defaultBudget.characters,
      bytes: bytes ?? Number.POSITIVE_INFINITY,
      tokens: tokens ?? Number.POSITIVE_INFINITY,
      rules: rules ?? Number.POSITIVE_INFINITY,
      dialectRules: dialectRules ?? defaultBudget.dialectRules,
    };
    this.remaining = { ...this.#total };
  }

  /** Returns the limit that a rule of this size would exceed; undefined if it fits. */
  limitFor(amounts: Amounts): DroppedRule["limit"] | undefined {
    if (this.limitOfLonger(amounts) !== undefined) return "larger";
    if (amounts.tokens > this.#total.tokens) return "larger";
    return this.#exceededBy(amounts);
  }

  /** Whether all rules together fit, so that their order does not matter. */
  fits(rules: readonly AppliedRule[]): boolean {
    return this.#exceededBy(this.amountsOf(rules)) === undefined;
  }

  /** The limit of text that a rule of this size alone exceeds; undefined if there is none. */
  limitOfLonger({ characters, bytes }: Amounts): "characters" | "bytes" | undefined {
    if (characters > this.#total.characters) return "characters";
    return bytes > this.#total.bytes ? "bytes" : undefined;
  }

  hasBytesFor(text: string): boolean {
    return !isLonger(text, { max: this.remaining.bytes, unit: "bytes" });
  }

  hasTokensFor(rule: ComposedRule): boolean {
    return this.#total.tokens === Number.POSITIVE_INFINITY || this.#tokensOf(rule) <= this.remaining.tokens;
  }

  allowsAnother(rule: AppliedRule): boolean {
    return this.remaining.rules >= 1 && (this.remaining.dialectRules >= 1 || !isDialectRule(rule));
  }

  spend(amounts: Amounts): void {
    const { remaining } = this;
    remaining.characters -= amounts.characters;
    remaining.bytes -= amounts.bytes;
    remaining.tokens -= amounts.tokens;
    remaining.rules -= amounts.rules;
    remaining.dialectRules -= amounts.dialectRules;
  }

  // Properties by name: this runs for every rule of every request, and is several times faster than a loop over names.
  #exceededBy(amounts: Amounts): BudgetLimitName | undefined {
    const { remaining } = this;
    if (amounts.characters > remaining.characters) return "characters";
    if (amounts.bytes > remaining.bytes) return "bytes";
    if (amounts.tokens > remaining.tokens) return "tokens";
    if (amounts.rules > remaining.rules) return "rules";
    return amounts.dialectRules > remaining.dialectRules ? "dialectRules" : undefined;
  }

  /** What these rules together need. */
  amountsOf(rules: readonly AppliedRule[]): Amounts {
    const amounts: Amounts = { characters: 0, bytes: 0, tokens: 0, rules: rules.length, dialectRules: 0 };
    for (const rule of rules) {
      amounts.characters += rule.characters;
      amounts.bytes += this.#measureBytes(rule.content);
      if (this.#total.tokens !== Number.POSITIVE_INFINITY) amounts.tokens += this.#tokensOf(rule);
      if (isDialectRule(rule)) amounts.dialectRules += 1;
    }
    return amounts;
  }

  /** 0 if bytes are not limited. */
  #measureBytes(text: string): number {
    if (this.#total.bytes === Number.POSITIVE_INFINITY) return 0;
    const known = this.#bytesOf.get(text);
    if (known !== undefined) return known;
    const bytes = measureLength(text, "bytes");
    this.#bytesOf.set(text, bytes);
    return bytes;
  }
}

function isDialectRule({ rule: { origin } }: AppliedRule): boolean {
  return origin.dialect !== undefined && origin.dialect !== "precept";
}
