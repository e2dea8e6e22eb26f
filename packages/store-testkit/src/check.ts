import type { Rule, RuleStore, StoreCapabilities } from "@precept/core";
import type { RequirementId } from "./requirements.ts";
import type { ModelOptions } from "./suite.ts";

/** The store that a check looks at, and what its author said of it. */
export interface Subject {
  /** Fresh and empty. */
  readonly store: RuleStore;
  /** What its author claims. */
  readonly capabilities: StoreCapabilities;
  readonly model: Required<Omit<ModelOptions, "seed">> & Pick<ModelOptions, "seed">;
  /** One more store, as fresh as the first. */
  openAnother(): Promise<RuleStore>;
  /** Closes a store and opens its data again. */
  reopen(store: RuleStore): Promise<RuleStore>;
  accepts(rule: Rule): boolean;
  sameRule(saved: Rule, kept: Rule): boolean;
}

/** Looks whether a store keeps one promise; throws where it does not. */
export type Check = (subject: Subject) => Promise<void>;

/** The checks of one area: of every requirement in it, and of none else. */
export type ChecksOf<Area extends string> = Readonly<Record<Extract<RequirementId, `${Area}/${string}`>, Check>>;

/** Thrown by a check that has nothing to look at, because the store cannot keep the rules that it is about. */
export class NotApplicable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "NotApplicable";
  }
}
