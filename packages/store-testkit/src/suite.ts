import type { Rule, RuleStore, StoreCapabilities } from "@precept/core";
import type { RequirementId } from "./requirements.ts";

/** A requirement that a store does not meet yet, with the reason. */
export interface KnownGap {
  readonly requirement: RequirementId;
  readonly reason: string;
}

/** Options of the comparison with the reference store. A store that opens slowly needs fewer and shorter sequences. */
export interface ModelOptions {
  /** The number of sequences of calls. Each opens a store. Default 100. */
  readonly runs?: number;
  /** The maximum number of calls in a sequence. Default 20. */
  readonly maxCalls?: number;
  /** The seed of the sequences. Default: random; a failure reports its seed. */
  readonly seed?: number;
  /** Whether to simplify a failing sequence, which takes many more runs. Default true. */
  readonly shrink?: boolean;
}

/** Describes a store to the test suite. */
export interface RuleStoreSuite {
  /** Opens a new, empty store: once for each test, and for each random sequence. The suite disposes the stores. */
  open(): Promise<RuleStore>;
  /** The capabilities of the store. It must reject calls that need others. */
  readonly capabilities: StoreCapabilities;
  /** Disposes the store and reopens its data. Absent: the store is not durable, so checks of durability are skipped. */
  reopen?(store: RuleStore): Promise<RuleStore>;
  /**
   * Opens a second client of the data of an open store, as another process would. Both write. After `reload`, a client
   * has everything that the other one wrote before. Absent: the checks with two clients are skipped. The suite disposes
   * the clients.
   */
  peer?(store: RuleStore): Promise<RuleStore>;
  /** Whether the store can save a rule. Default: every rule. Tests use no other rules. `save` must reject them. */
  accepts?(rule: Rule): boolean;
  /** Whether a returned rule equals the saved one. Default: `sameContent`, which ignores fields that stores may set. */
  sameRule?(saved: Rule, returned: Rule): boolean;
  /** Requirements that are expected to fail. If one passes, the run fails until it is removed from the list. */
  readonly knownGaps?: readonly KnownGap[];
  readonly model?: ModelOptions;
  /** Registers additional tests. `open` opens a store that is disposed at the end of the test. */
  extra?(open: () => Promise<RuleStore>): void;
}
