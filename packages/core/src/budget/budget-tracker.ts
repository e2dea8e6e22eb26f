import type { AppliedRule, DroppedRule, RuleMatch } from "../model/resolution.ts";
import { defaultBudget, type BudgetOptions } from "./options.ts";

/** Tracks how much of each limit remains. */
export class BudgetTracker {
  readonly #total: { readonly characters: number; readonly tokens: number };
  /** The remaining characters. */
  characters: number;
  /** The remaining tokens. */
  tokens: number;
  #rules: number;
  #dialectRules: number;

  constructor(options: BudgetOptions) {
    this.characters = options.characters ?? defaultBudget.characters;
    this.tokens = options.tokens ?? Number.POSITIVE_INFINITY;
    this.#rules = options.rules ?? Number.POSITIVE_INFINITY;
    this.#dialectRules = options.dialectRules ?? defaultBudget.dialectRules;
    this.#total = { characters: this.characters, tokens: this.tokens };
  }

  /** Returns the limit that the rule would exceed; undefined if it fits. */
  limitFor(rule: AppliedRule): DroppedRule["limit"] | undefined {
    if (this.isLonger(rule) || rule.tokens > this.#total.tokens) return "larger";
    if (rule.characters > this.characters) return "characters";
    if (rule.tokens > this.tokens) return "tokens";
    if (this.#rules < 1) return "rules";
    if (isDialectRule(rule) && this.#dialectRules < 1) return "dialectRules";
    return undefined;
  }

  /** Whether all rules together fit, so that their order does not matter. */
  fits(rules: readonly AppliedRule[]): boolean {
    let characters = 0;
    let tokens = 0;
    let dialectRules = 0;
    for (const rule of rules) {
      characters += rule.characters;
      tokens += rule.tokens;
      if (isDialectRule(rule)) dialectRules += 1;
    }
    return (
      characters <= this.characters && tokens <= this.tokens && rules.length <= this.#rules && dialectRules <= this.#dialectRules
    );
  }

  /** Whether the rule has more characters than the whole budget. */
  isLonger(rule: AppliedRule): boolean {
    return rule.characters > this.#total.characters;
  }

  /** Whether the number of rules allows one more, whatever its size. */
  allowsAnother(rule: AppliedRule): boolean {
    return this.#rules >= 1 && (!isDialectRule(rule) || this.#dialectRules >= 1);
  }

  spend(rule: AppliedRule): void {
    this.characters -= rule.characters;
    this.tokens -= rule.tokens;
    this.#rules -= 1;
    if (isDialectRule(rule)) this.#dialectRules -= 1;
  }
}

function isDialectRule({ rule }: RuleMatch): boolean {
  return rule.origin.dialect !== undefined && rule.origin.dialect !== "precept";
}
