import type { Rule, RuleStore, StoreCapabilities } from "@precept/core";
import type { RequirementId } from "./requirements.ts";
import type { ModelOptions } from "./suite.ts";

/** The store under test, with the options of its suite. */
export interface Subject {
  readonly store: RuleStore;
  readonly capabilities: StoreCapabilities;
  readonly model: Required<Pick<ModelOptions, "runs" | "maxCalls">> & ModelOptions;
  openAnother(): Promise<RuleStore>;
  /** Closes a store and reopens its data. */
  reopen(store: RuleStore): Promise<RuleStore>;
  openPeer(store: RuleStore): Promise<RuleStore>;
  accepts(rule: Rule): boolean;
  sameRule(saved: Rule, returned: Rule): boolean;
}

/** Checks one requirement of the store of a subject. Throws if the store does not meet it. */
export type Check = (subject: Subject, store: RuleStore) => Promise<void>;

/** The checks of an area: exactly one for each of its requirements. */
export type ChecksOf<Area extends string> = Readonly<Record<Extract<RequirementId, `${Area}/${string}`>, Check>>;

/** Thrown by a check that does not apply, because the store does not accept the rules of the check. */
export class NotApplicable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "NotApplicable";
  }
}
