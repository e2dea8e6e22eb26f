import type { Rule } from "../model/rule.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import type { StoredRule } from "../ports/stored-rule.ts";

export type Snapshot = ReadonlyMap<string, StoredRule>;

export interface HeldChange {
  readonly saved: readonly Rule[];
  readonly deleted: readonly string[];
}

/** A change of a store. The saved rules are grouped by owner. */
export interface ChangeByOwner {
  readonly saved: ReadonlyMap<string, readonly StoredRule[]>;
  readonly ids: readonly string[];
}

export class HeldRules {
  readonly owner: Tenant;
  readonly key: string;
  /** Whether the rules are at the position of the mirror. False before the first reading, and after a reset. */
  isCurrent = false;
  /** How many readings use the rules now. They are not removed from memory meanwhile. */
  pins = 0;
  readonly #rules = new Map<string, StoredRule>();
  readonly #onChange: (change: HeldChange) => void;
  /** While the rules are listed: the changes since the listing began. Undefined if some of them are unknown. */
  #changes: ChangeByOwner[] | undefined;

  constructor(owner: Tenant, onChange: (change: HeldChange) => void) {
    this.owner = owner;
    this.key = tenantKey(owner);
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#rules.size;
  }

  get snapshot(): Snapshot {
    return this.#rules;
  }

  /** Records the changes from now on, for `endListing`. */
  beginListing(): void {
    this.#changes = [];
  }

  /** Adds the recorded changes to a listing. Undefined if they are not all known. */
  endListing(listed: Map<string, StoredRule>): Snapshot | undefined {
    const changes = this.#changes;
    this.#changes = undefined;
    for (const { saved, ids } of changes ?? []) {
      for (const id of ids) listed.delete(id);
      for (const stored of saved.get(this.key) ?? []) listed.set(stored.rule.id, stored);
    }
    return changes && listed;
  }

  /** Notes that changes were missed: the rules must be listed again. */
  invalidate(): void {
    this.isCurrent = false;
    this.#changes = undefined;
  }

  /** Applies a change without publishing it. `isEvent`: the feed published each change in between. */
  apply(change: ChangeByOwner, isEvent: boolean): HeldChange {
    if (isEvent) this.#changes?.push(change);
    else this.#changes = undefined;
    if (!this.isCurrent) return { saved: [], deleted: [] };
    const saved = change.saved.get(this.key) ?? [];
    const savedIds = new Set(saved.map(({ rule }) => rule.id));
    return this.#set(
      saved,
      change.ids.filter((id) => this.#rules.has(id) && !savedIds.has(id)),
    );
  }

  /** Replaces all rules, and publishes what changed. */
  replace(snapshot: Snapshot, isCurrent: boolean): HeldChange {
    this.isCurrent = isCurrent;
    const deleted = [...this.#rules.keys()].filter((id) => !snapshot.has(id));
    const change = this.#set([...snapshot.values()], deleted);
    this.publish(change);
    return change;
  }

  publish(change: HeldChange): void {
    if (change.saved.length > 0 || change.deleted.length > 0) this.#onChange(change);
  }

  #set(rules: readonly StoredRule[], deleted: readonly string[]): HeldChange {
    const saved = rules.filter(({ rule, revision }) => this.#rules.get(rule.id)?.revision !== revision);
    for (const id of deleted) this.#rules.delete(id);
    for (const stored of saved) this.#rules.set(stored.rule.id, freezeStored(stored));
    return { saved: saved.map(({ rule }) => rule), deleted };
  }
}

/** Copies a stored rule, so that a caller cannot change the copy in memory. The rule itself never changes. */
export function freezeStored(stored: StoredRule): StoredRule {
  return Object.isFrozen(stored) ? stored : Object.freeze({ ...stored });
}
