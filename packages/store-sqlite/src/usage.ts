import type { RuleUsage } from "@precept/core";
import type { Driver } from "./driver.ts";
import { sqlText } from "./rows.ts";

/** How long uses are collected before they are written together, in milliseconds. */
const usageDelay = 250;

const addUsage = `
INSERT INTO rule_usage (rule_id, count, last_used_at) VALUES (?, ?, ?)
ON CONFLICT (rule_id) DO UPDATE SET count = count + excluded.count, last_used_at = max(last_used_at, excluded.last_used_at)`;

const readUsage = "SELECT count, last_used_at AS lastUsedAt FROM rule_usage WHERE rule_id = ?";

/** Counts uses in memory and writes them in batches, so that a request does not wait for the disk. */
export class UsageCounter {
  readonly #driver: () => Driver;
  #counted = new Map<string, RuleUsage>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param driver returns the connection, or throws if the file cannot be opened. */
  constructor(driver: () => Driver) {
    this.#driver = driver;
  }

  /** Counts uses of rules. Ignores unknown rules. */
  record(ids: readonly string[], at: string): void {
    const driver = this.#driver();
    for (const id of ids) {
      if (driver.get("SELECT 1 FROM rules WHERE id = ?", sqlText(id)) === undefined) continue;
      const before = this.#counted.get(id);
      const lastUsedAt = before !== undefined && before.lastUsedAt > at ? before.lastUsedAt : at;
      this.#counted.set(id, { count: (before?.count ?? 0) + 1, lastUsedAt });
    }
    if (this.#counted.size > 0) this.#flushLater();
  }

  /** Reads the usage of rules, including uses that are not written yet. */
  read(ids: readonly string[]): ReadonlyMap<string, RuleUsage> {
    this.flush();
    const driver = this.#driver();
    const used = new Map<string, RuleUsage>();
    for (const id of ids) {
      const usage = driver.get(readUsage, sqlText(id)) as RuleUsage | undefined;
      if (usage !== undefined) used.set(id, usage);
    }
    return used;
  }

  /**
   * Writes the counted uses. If that fails, they remain counted for the next time.
   *
   * @throws PreceptError `STORE_FAILED`.
   */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counted.size === 0) return;
    const driver = this.#driver();
    try {
      driver.transaction(() => {
        for (const [id, { count, lastUsedAt }] of this.#counted) driver.run(addUsage, id, count, lastUsedAt);
      });
      this.#counted = new Map();
    } catch (error) {
      this.#flushLater();
      throw error;
    }
  }

  /** Drops uses that were not flushed. */
  close(): void {
    clearTimeout(this.#timer);
    this.#counted = new Map();
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      try {
        this.flush();
      } catch {
        // Ignored: the write is retried, and `usage` or the disposal reports the error.
      }
    }, usageDelay).unref();
  }
}
