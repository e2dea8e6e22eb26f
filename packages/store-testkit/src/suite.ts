import type { Rule, RuleStore, StoreCapabilities } from "@precept/core";
import type { RequirementId } from "./requirements.ts";

/** A promise of the port that a store does not keep yet, and why. */
export interface KnownGap {
  readonly requirement: RequirementId;
  readonly reason: string;
}

/** How hard a store is compared with the reference. A store that is slow to open takes fewer and shorter sequences. */
export interface ModelOptions {
  /** Sequences of calls that are tried; each opens a store. Default 100. */
  readonly runs?: number;
  /** The most calls in one of them. Default 20. */
  readonly maxCalls?: number;
  /** Makes the same sequences every time. Default: other ones with every run; a failure names its seed. */
  readonly seed?: number;
}

/** What the kit has to know of a store to hold it to the contract. */
export interface RuleStoreSuite {
  /**
   * Opens a fresh, empty store, writable where it claims to be. Called once a test, and once for each sequence that is compared with the
   * reference; the kit disposes of what it opened.
   */
  open(): Promise<RuleStore>;
  /** What the store claims to be able to do. What it can't, it has to refuse. */
  readonly capabilities: StoreCapabilities;
  /** Disposes of the store and opens the same data again. Absent: the rules do not outlive the store, and nothing is asked of that. */
  reopen?(store: RuleStore): Promise<RuleStore>;
  /**
   * Whether the store can keep a rule. Default: every rule. What it can't keep is left out of the tests, or skips those that are about nothing
   * else; and `save` has to refuse it.
   */
  accepts?(rule: Rule): boolean;
  /**
   * Whether a rule came back as it was saved. Default: `sameContent`, which leaves out what a store may fill in by itself.
   *
   * @param saved as it was handed to `save`.
   * @param kept as the store hands it out.
   */
  sameRule?(saved: Rule, kept: Rule): boolean;
  /** Expected to fail, with the reason in the test's title. One that is mended fails the run, until it is taken off the list. */
  readonly knownGaps?: readonly KnownGap[];
  readonly model?: ModelOptions;
  /**
   * Registers tests of the store's own, among the others.
   *
   * @param open opens a store as the suite's `open` does, and disposes of it when the test is over.
   */
  extra?(open: () => Promise<RuleStore>): void;
}
