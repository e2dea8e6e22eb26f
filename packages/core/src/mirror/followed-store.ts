import { PreceptError } from "../model/error.ts";
import type { StoreReport } from "../model/store-state.ts";
import type { Tenant } from "../model/tenant.ts";
import type { RuleStore, StoreEvent } from "../ports/rule-store.ts";
import { isInTime, startTimer, type Timers } from "../ports/timers.ts";
import { formatNumber } from "../text/format.ts";
import { FollowedRules, type RulesListener } from "./followed-rules.ts";
import type { CacheCounters } from "./metrics.ts";
import type { SharedLayerOptions } from "./options.ts";
import { createRetrySchedule, type RetryOptions, type RetrySchedule } from "./retry-schedule.ts";
import { StoreMirror } from "./store-mirror.ts";
import { reportStores } from "./store-report.ts";

export interface FollowedStoreOptions {
  readonly counters: CacheCounters;
  readonly l2: SharedLayerOptions | undefined;
  /** Without timers, failed rules are only read again by `update`. */
  readonly timers: Timers | undefined;
  readonly random: (() => number) | undefined;
  readonly limits: Required<RetryOptions>;
  /** Called if the state of the held rules changed. Undefined: all are current. */
  readonly onReport: (report: StoreReport | undefined) => void;
  /** Called when the store announces that its state or its diagnostics changed. Default: nothing is called. */
  readonly onAnnounce?: ((report: StoreReport | undefined) => void) | undefined;
}

/** Keeps a store's rules current for a rulebook: retries failed reads with growing delays and looks for lost events. */
export class FollowedStore {
  readonly store: RuleStore;
  readonly #options: FollowedStoreOptions;
  readonly #mirror: StoreMirror;
  readonly #followed = new Set<FollowedRules>();
  readonly #impaired = new Set<FollowedRules>();
  readonly #retry: RetrySchedule | undefined;
  #report: StoreReport | undefined;
  #stopVerifying: (() => void) | undefined;
  #isClosed = false;

  constructor(store: RuleStore, options: FollowedStoreOptions) {
    this.store = store;
    this.#options = options;
    const { counters, l2, timers, random = () => 0.5, limits } = options;
    this.#mirror = new StoreMirror(store, { counters, l2, onEvent: (event) => this.#receive(event) });
    this.#retry = timers && createRetrySchedule(timers, random, limits, () => this.#readAgain());
  }

  /** Follows the rules of an owner until they are closed. They are read by their first `update`. */
  follow(owner: Tenant, changed: RulesListener["changed"]): FollowedRules {
    const rules = new FollowedRules(this.#mirror, owner, {
      changed,
      stateChanged: (one) => this.#noteState(one),
      closed: (one) => {
        this.#followed.delete(one);
        this.#impaired.delete(one);
      },
    });
    this.#followed.add(rules);
    this.#verifyLater();
    return rules;
  }

  /** Brings all rules up to date, and reads failed ones again. */
  async update(): Promise<void> {
    this.#mirror.feed.requireCheck("possible");
    await Promise.all(this.#where((rules) => rules.isRead || rules.hasFailed).map((rules) => rules.update()));
  }

  close(): void {
    this.#isClosed = true;
    this.#stopVerifying?.();
    this.#retry?.close();
    this.#mirror.close();
    for (const rules of this.#followed) rules.close();
  }

  #where(isWanted: (rules: FollowedRules) => boolean): readonly FollowedRules[] {
    return [...this.#followed].filter(isWanted);
  }

  #receive(event: StoreEvent): void {
    if (event.kind === "state") {
      for (const rules of this.#followed) this.#noteState(rules);
      this.#options.onAnnounce?.(this.#report);
      // The store may have lost changes while it was not ready.
      if (this.store.state().status === "ready") void this.#verify();
      return;
    }
    const { isBehind } = this.#mirror.feed;
    for (const rules of this.#followed) {
      // Before the first reading there is nothing to bring up to date.
      if (!rules.isRead && rules.pending === undefined) continue;
      if (isBehind || rules.mustList) void rules.update();
    }
  }

  #noteState(rules: FollowedRules): void {
    if (this.#isClosed || rules.isClosed) return;
    if (rules.status === "ready") this.#impaired.delete(rules);
    else this.#impaired.add(rules);
    if (rules.hasFailed) this.#retry?.start();
    const [report] = reportStores(this.#impaired);
    const before = this.#report;
    this.#report = report;
    if (before?.status !== report?.status || before?.error !== report?.error) this.#options.onReport(report);
  }

  async #readAgain(): Promise<boolean> {
    const failed = this.#where(({ hasFailed }) => hasFailed);
    this.#mirror.feed.requireCheck("possible");
    await Promise.all(failed.map((rules) => this.#orAbandon([rules], rules.update())));
    return failed.every(({ hasFailed }) => !hasFailed);
  }

  /** Brings the rules up to date if the store is at another position, for example because an event was lost. */
  async #verify(): Promise<void> {
    const read = this.#where(({ isRead }) => isRead);
    if (read.length === 0) return;
    try {
      await this.#mirror.feed.check();
      await Promise.all(read.filter((rules) => rules.hasFailed || rules.mustList).map((rules) => rules.update()));
    } catch (error) {
      for (const rules of read) if (rules.pending === undefined) rules.fail(error);
    }
  }

  /** Compares the positions after a while, and again after each comparison. */
  #verifyLater(): void {
    const { timers, limits } = this.#options;
    if (timers === undefined || limits.verifyMs === 0 || this.#stopVerifying !== undefined || this.#isClosed) return;
    this.#stopVerifying = startTimer(timers, limits.verifyMs, () => {
      const read = this.#where(({ isRead }) => isRead);
      void this.#orAbandon(read, this.#verify()).finally(() => {
        this.#stopVerifying = undefined;
        this.#verifyLater();
      });
    });
  }

  /** Waits for work on rules. Abandons it if it takes too long. */
  async #orAbandon(all: readonly FollowedRules[], work: Promise<void>): Promise<void> {
    const { limits, timers } = this.#options;
    if (await isInTime(work, limits.abandonMs, timers)) return;
    for (const rules of all) rules.abandon(createTimeoutError(this.store, limits.abandonMs));
  }
}

export function createTimeoutError(store: RuleStore, timeoutMs: number): PreceptError {
  return new PreceptError("STORE_FAILED", {
    store: store.id,
    retryable: true,
    reason: `it did not answer within ${formatNumber(timeoutMs)} ms`,
  });
}
