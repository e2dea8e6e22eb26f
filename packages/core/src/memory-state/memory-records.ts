import type { StateChange, StateEntry, StateRecords } from "../ports/state/state-records.ts";
import { compareText } from "../text/compare-text.ts";

const day = 86_400_000;

interface Written extends StateEntry {
  readonly at: number;
}

/** Records in memory. */
export class MemoryRecords implements StateRecords {
  readonly #records = new Map<string, Written>();
  readonly #retainMs: number;
  readonly #now: () => number;
  readonly #requireOpen: () => void;

  constructor(retainDays: number, now: () => number, requireOpen: () => void) {
    this.#retainMs = retainDays * day;
    this.#now = now;
    this.#requireOpen = requireOpen;
  }

  async read(groups?: readonly string[]): Promise<ReadonlyMap<string, StateEntry>> {
    this.#requireOpen();
    return this.#read(groups);
  }

  async update<Result>(
    groups: readonly string[],
    change: (entries: ReadonlyMap<string, StateEntry>) => StateChange<Result>,
  ): Promise<Result> {
    this.#requireOpen();
    const at = this.#now();
    for (const [key, record] of this.#records) if (record.at < at - this.#retainMs) this.#records.delete(key);
    const before = this.#read(groups);
    const { entries, result } = change(before);
    for (const key of before.keys()) if (!entries.has(key)) this.#records.delete(key);
    for (const [key, { group, value }] of entries) {
      const known = before.get(key);
      if (known?.value !== value || known.group !== group) this.#records.set(key, { group, value, at });
    }
    return result;
  }

  #read(groups: readonly string[] | undefined): ReadonlyMap<string, StateEntry> {
    const found = [...this.#records].filter(([, { group }]) => groups === undefined || groups.includes(group));
    const ordered = found.toSorted(([left], [right]) => compareText(left, right));
    return new Map(ordered.map(([key, { group, value }]) => [key, { group, value }]));
  }
}
