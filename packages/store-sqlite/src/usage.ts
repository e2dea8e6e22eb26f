import type { RuleUsage, RuleUse } from "@precept/core";
import type { Driver } from "./driver.ts";
import { sqlText, isUtf8 } from "./rows.ts";

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
    const tally = tallyOfUse(use);
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

function tallyOfUse({ at, session, tool, count = 1 }: RuleUse): Tally {
  return {
    count,
    lastUsedAt: at,
    ...(session !== undefined && { lastSession: session, lastSessionAt: at }),
    tools: tool === undefined ? {} : { [tool]: count },
  };
}

/** The usage of a rule, with the time of the last use in a session, so that tallies can be added in any order. */
export type Tally = RuleUsage & { readonly lastSessionAt?: string };

/** Adds two tallies. At the same time, uses of the second one count as later. */
export function addTallies(left: Tally | undefined, right: Tally): Tally {
  if (left === undefined) return right;
  const session = isLater(left.lastSessionAt, right.lastSessionAt) ? left : right;
  const { lastSession, lastSessionAt } = session;
  const names = new Set([...Object.keys(left.tools), ...Object.keys(right.tools)]);
  return {
    count: left.count + right.count,
    lastUsedAt: isLater(left.lastUsedAt, right.lastUsedAt) ? left.lastUsedAt : right.lastUsedAt,
    ...(lastSession !== undefined && lastSessionAt !== undefined && { lastSession, lastSessionAt }),
    tools: Object.fromEntries([...names].map((name) => [name, usesOf(left, name) + usesOf(right, name)])),
  };
}

function usesOf({ tools }: Tally, name: string): number {
  return Object.hasOwn(tools, name) ? (tools[name] ?? 0) : 0;
}

/** Whether a time is later than another one. Any time is later than none. */
function isLater(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && (right === undefined || Date.parse(left) > Date.parse(right));
}

interface UsageRow {
  readonly id: string;
  readonly count: number;
  readonly lastUsedAt: string;
  readonly lastSession: string | null;
  readonly lastSessionAt: string | null;
  /** The uses by tool, as JSON. */
  readonly tools: string;
}

const select = `
SELECT
  u.rule_id AS id, u.count, u.last_used_at AS lastUsedAt, u.last_session AS lastSession, u.last_session_at AS lastSessionAt,
  (SELECT json_group_array(json_array(t.tool, t.count)) FROM rule_usage_tools t WHERE t.rule_id = u.rule_id) AS tools
FROM json_each(?) w CROSS JOIN rule_usage u ON u.rule_id = w.value
ORDER BY w.key`;

const putUsage = `
INSERT INTO rule_usage (rule_id, count, last_used_at, last_session, last_session_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (rule_id) DO UPDATE SET
  count = excluded.count, last_used_at = excluded.last_used_at,
  last_session = excluded.last_session, last_session_at = excluded.last_session_at`;

const putTool = `
INSERT INTO rule_usage_tools (rule_id, tool, count) VALUES (?, ?, ?)
ON CONFLICT (rule_id, tool) DO UPDATE SET count = excluded.count`;

/** Adds tallies to the stored ones. Call it in a transaction, so that uses of other processes are not lost. */
function addUsage(driver: Driver, counted: ReadonlyMap<string, Tally>): void {
  const stored = readTallies(driver, [...counted.keys()]);
  for (const [id, tally] of counted) {
    const { count, lastUsedAt, lastSession, lastSessionAt, tools } = addTallies(stored.get(id), tally);
    driver.run(putUsage, id, count, lastUsedAt, lastSession ?? null, lastSessionAt ?? null);
    for (const tool of Object.keys(tally.tools)) driver.run(putTool, id, tool, tools[tool] ?? 0);
  }
}

/** The usage of rules, in the order of the ids. Rules that were never used are missing. */
function readUsage(driver: Driver, ids: readonly string[]): ReadonlyMap<string, RuleUsage> {
  const used = new Map<string, RuleUsage>();
  for (const [id, tally] of readTallies(driver, ids)) {
    const { lastSessionAt: _, ...usage } = tally;
    used.set(id, usage);
  }
  return used;
}

function readTallies(driver: Driver, ids: readonly string[]): ReadonlyMap<string, Tally> {
  const rows = driver.all(select, JSON.stringify([...new Set(ids)].filter(isUtf8))) as readonly UsageRow[];
  return new Map(rows.map((row) => [row.id, tallyOf(row)]));
}

function tallyOf({ count, lastUsedAt, lastSession, lastSessionAt, tools }: UsageRow): Tally {
  return {
    count,
    lastUsedAt,
    ...(lastSession !== null && lastSessionAt !== null && { lastSession, lastSessionAt }),
    tools: Object.fromEntries(JSON.parse(tools) as readonly [string, number][]),
  };
}
