import { PreceptError } from "../model/error.ts";
import { selectChanges, type ChangeRecord } from "./change-feed.ts";
import type { StoreChange, StoreReset, SubscribeOptions } from "./rule-store.ts";

const defaultMaxRecords = 1000;

/** The last changes of a store without a durable record of them, with tokens for positions. For stores. */
export class ChangeLog {
  readonly #epoch: string;
  readonly #maxRecords: number;
  readonly #records: (ChangeRecord & { readonly position: number })[] = [];
  #position = 0;
  /** The position before the first remembered change. */
  #start = 0;

  /**
   * @param epoch distinguishes the tokens of this store from an earlier process's tokens. Use a random value if tokens
   * outlive the process.
   * @param maxRecords how many changed rules to remember. Default 1,000.
   */
  constructor(epoch: string, maxRecords: number = defaultMaxRecords) {
    this.#epoch = epoch;
    this.#maxRecords = maxRecords;
  }

  /** The current position. */
  get token(): string {
    return this.#tokenAt(this.#position);
  }

  /** Adds the rules that one write changed, and returns the position after it. */
  add(records: readonly ChangeRecord[]): string {
    this.#position += 1;
    for (const record of records) this.#records.push({ ...record, position: this.#position });
    // Twice the maximum before removal, so that the average cost of adding is constant.
    if (this.#records.length > 2 * this.#maxRecords) {
      const removed = this.#records.splice(0, this.#records.length - this.#maxRecords);
      this.#start = removed.at(-1)?.position ?? this.#start;
    }
    return this.token;
  }

  /** Implements `RuleStore.changesSince`. */
  since(token: string, { filter = {} }: SubscribeOptions = {}): StoreChange | StoreReset {
    const position = this.#positionOf(token);
    if (position === undefined || position < this.#start) return { kind: "reset", token: this.token };
    const changed = new Map<string, ChangeRecord>();
    for (const record of this.#records) {
      if (record.position > position) changed.set(record.id, { ...record, before: (changed.get(record.id) ?? record).before });
    }
    return { kind: "changed", after: token, token: this.token, ...selectChanges([...changed.values()], filter) };
  }

  /** Implements `RuleStore.hasReached`. @param store its id. */
  hasReached(token: string, store: string): boolean {
    if (this.#positionOf(token) === undefined) throw new PreceptError("POSITION_UNKNOWN", { stores: [store] });
    return true;
  }

  #tokenAt(position: number): string {
    return `${this.#epoch}:${position}`;
  }

  #positionOf(token: string): number | undefined {
    const position = Number(token.slice(this.#epoch.length + 1));
    return Number.isInteger(position) && position <= this.#position && this.#tokenAt(position) === token ? position : undefined;
  }
}
