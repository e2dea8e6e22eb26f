import { budgetLimitNames, type AppliedRule, type BudgetLimitName, type DroppedRule } from "../model/resolution.ts";
import { isLonger, measureLength } from "../text/measure-length.ts";
import { defaultBudget, type BudgetOptions } from "./options.ts";

/** What counts against each limit. */
type Amounts = Readonly<Record<BudgetLimitName, number>>;

/** Tracks how much of each limit remains. Counts bytes and tokens only if they are limited: counting takes time. */
export class BudgetTracker {
  readonly #total: Amounts;
  readonly #bytesOf = new Map<string, number>();
  remaining: Amounts;

  constructor({ characters, bytes, tokens, rules, dialectRules }: BudgetOptions) {
    this.#total = {
      characters: characters ?? defaultBudget.characters,
      bytes: bytes ?? Number.POSITIVE_INFINITY,
      tokens: tokens ?? Number.POSITIVE_INFINITY,
      rules: rules ?? Number.POSITIVE_INFINITY,
      dialectRules: dialectRules ?? defaultBudget.dialectRules,
    };
    this.remaining = this.#total;
  }

  /** Returns the limit that the rule would exceed; undefined if it fits. */
  limitFor(rule: AppliedRule): DroppedRule["limit"] | undefined {
    if (this.limitOfLonger(rule) !== undefined) return "larger";
    const amounts = this.#amountsOf([rule]);
    if (amounts.tokens > this.#total.tokens) return "larger";
    return budgetLimitNames.find((name) => amounts[name] > this.remaining[name]);
  }

  /** Whether all rules together fit, so that their order does not matter. */
  fits(rules: readonly AppliedRule[]): boolean {
    const amounts = this.#amountsOf(rules);
    return budgetLimitNames.every((name) => amounts[name] <= this.remaining[name]);
  }

  /** The limit of text that the rule alone exceeds; undefined if there is none. */
  limitOfLonger({ characters, content }: AppliedRule): "characters" | "bytes" | undefined {
    if (characters > this.#total.characters) return "characters";
    return this.#measureBytes(content) > this.#total.bytes ? "bytes" : undefined;
  }

  hasBytesFor(text: string): boolean {
    return !isLonger(text, { max: this.remaining.bytes, unit: "bytes" });
  }

  allowsAnother(rule: AppliedRule): boolean {
    return this.remaining.rules >= 1 && this.remaining.dialectRules >= countDialectRules([rule]);
  }

  spend(rule: AppliedRule): void {
    const amounts = this.#amountsOf([rule]);
    const left = budgetLimitNames.map((name) => [name, this.remaining[name] - amounts[name]]);
    this.remaining = Object.fromEntries(left) as Amounts;
  }

  #amountsOf(rules: readonly AppliedRule[]): Amounts {
    return {
      characters: sum(rules, ({ characters }) => characters),
      bytes: sum(rules, ({ content }) => this.#measureBytes(content)),
      tokens: this.#total.tokens === Number.POSITIVE_INFINITY ? 0 : sum(rules, ({ tokens }) => tokens),
      rules: rules.length,
      dialectRules: countDialectRules(rules),
    };
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

function countDialectRules(rules: readonly AppliedRule[]): number {
  return rules.filter(({ rule: { origin } }) => origin.dialect !== undefined && origin.dialect !== "precept").length;
}

function sum(rules: readonly AppliedRule[], amountOf: (rule: AppliedRule) => number): number {
  return rules.reduce((total, rule) => total + amountOf(rule), 0);
}
