import type { AppliedRule, DroppedRule, RuleMatch } from "../model/resolution.ts";
import { isLonger, measureLength } from "../text/measure-length.ts";
import { defaultBudget, type BudgetOptions } from "./options.ts";

/** Tracks how much of each limit remains. Bytes and tokens are only counted if they are limited, because counting them takes time. */
export class BudgetTracker {
  readonly #total: { readonly characters: number; readonly bytes: number; readonly tokens: number };
  readonly #bytesOf = new Map<string, number>();
  characters: number;
  tokens: number;
  #bytes: number;
  #rules: number;
  #dialectRules: number;

  constructor(options: BudgetOptions) {
    this.characters = options.characters ?? defaultBudget.characters;
    this.tokens = options.tokens ?? Number.POSITIVE_INFINITY;
    this.#bytes = options.bytes ?? Number.POSITIVE_INFINITY;
    this.#rules = options.rules ?? Number.POSITIVE_INFINITY;
    this.#dialectRules = options.dialectRules ?? defaultBudget.dialectRules;
    this.#total = { characters: this.characters, bytes: this.#bytes, tokens: this.tokens };
  }

  /** Returns the limit that the rule would exceed; undefined if it fits. */
  limitFor(rule: AppliedRule): DroppedRule["limit"] | undefined {
    if (this.limitOfLonger(rule) !== undefined) return "larger";
    const tokens = this.#tokensOf(rule);
    if (tokens > this.#total.tokens) return "larger";
    if (rule.characters > this.characters) return "characters";
    if (this.#measureBytes(rule.content) > this.#bytes) return "bytes";
    if (tokens > this.tokens) return "tokens";
    if (this.#rules < 1) return "rules";
    if (isDialectRule(rule) && this.#dialectRules < 1) return "dialectRules";
    return undefined;
  }

  /** Whether all rules together fit, so that their order does not matter. */
  fits(rules: readonly AppliedRule[]): boolean {
    let characters = 0;
    let bytes = 0;
    let tokens = 0;
    let dialectRules = 0;
    for (const rule of rules) {
      characters += rule.characters;
      bytes += this.#measureBytes(rule.content);
      tokens += this.#tokensOf(rule);
      if (isDialectRule(rule)) dialectRules += 1;
    }
    return (
      characters <= this.characters &&
      bytes <= this.#bytes &&
      tokens <= this.tokens &&
      rules.length <= this.#rules &&
      dialectRules <= this.#dialectRules
    );
  }

  /** The limit of text that the rule alone exceeds; undefined if there is none. */
  limitOfLonger(rule: AppliedRule): "characters" | "bytes" | undefined {
    if (rule.characters > this.#total.characters) return "characters";
    return this.#measureBytes(rule.content) > this.#total.bytes ? "bytes" : undefined;
  }

  hasBytesFor(text: string): boolean {
    return !isLonger(text, { max: this.#bytes, unit: "bytes" });
  }

  allowsAnother(rule: AppliedRule): boolean {
    return this.#rules >= 1 && (!isDialectRule(rule) || this.#dialectRules >= 1);
  }

  spend(rule: AppliedRule): void {
    this.characters -= rule.characters;
    this.#bytes -= this.#measureBytes(rule.content);
    this.tokens -= this.#tokensOf(rule);
    this.#rules -= 1;
    if (isDialectRule(rule)) this.#dialectRules -= 1;
  }

  /** 0 if tokens are not limited. */
  #tokensOf(rule: AppliedRule): number {
    return this.#total.tokens === Number.POSITIVE_INFINITY ? 0 : rule.tokens;
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

function isDialectRule({ rule }: RuleMatch): boolean {
  return rule.origin.dialect !== undefined && rule.origin.dialect !== "precept";
}
