import type { RuleUsage, RuleUse } from "@precept/core";
import type { Driver } from "./driver.ts";
import { sqlText } from "./rows.ts";
import { addTallies, addUsage, readUsage, type Tally } from "./usage-rows.ts";

/** The delay before collected uses are written together, in milliseconds. */
const usageDelay = 250;

/** Counts uses in memory and writes them in batches, so that a request does not wait for the disk. */
export class UsageCounter {
  readonly #driver: () => Driver;
  #counted = new Map<string, Tally>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param driver returns the connection, or throws if the file cannot be opened. */
  constructor(driver: () => Driver) {
    this.#driver = driver;
  }

  /** Counts uses of rules. Ignores unknown rules. */
  record(use: RuleUse): void {
    const driver = this.#driver();
    const tally = tallyOf(use);
    for (const id of use.ids) {
      if (driver.get("SELECT 1 FROM rules WHERE id = ?", sqlText(id)) === undefined) continue;
      this.#counted.set(id, addTallies(this.#counted.get(id), tally));
    }
    if (this.#counted.size > 0) this.#flushLater();
  }

  /** Reads the usage of rules, including uses that are not written yet. */
  read(ids: readonly string[]): ReadonlyMap<string, RuleUsage> {
    this.flush();
    return readUsage(this.#driver(), ids);
  }

  /** Writes the counted uses. They remain counted if that fails. @throws PreceptError `STORE_FAILED` */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counted.size === 0) return;
    const driver = this.#driver();
    try {
      driver.transaction(() => addUsage(driver, this.#counted));
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

function tallyOf({ at, session, tool }: RuleUse): Tally {
  return {
    count: 1,
    lastUsedAt: at,
    ...(session !== undefined && { lastSession: session, lastSessionAt: at }),
    tools: tool === undefined ? {} : { [tool]: 1 },
  };
}
