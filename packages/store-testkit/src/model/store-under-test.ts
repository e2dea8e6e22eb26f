import {
  createRule,
  PreceptError,
  type Rule,
  type RuleStore,
  type SaveOptions,
  type StoredRule,
  type Tenant,
} from "@precept/core";
import { changedIds, recordChanges } from "../subject/listen.ts";
import { collect } from "../subject/read.ts";
import { slots, type Change, type RevisionChoice } from "./step.ts";

interface SlotState {
  readonly id: string;
  readonly rule: Rule;
  /** Oldest first. */
  readonly revisions: readonly string[];
  readonly present: boolean;
}

/** One of several writes: a deletion if it has no rule. */
export interface PlannedWrite {
  readonly slot: number;
  readonly revision: RevisionChoice;
  readonly rule?: Rule;
}

/** One of the two stores of a comparison, with the state of its slots. */
export class StoreUnderTest {
  readonly store: RuleStore;
  readonly #states = new Map<number, SlotState>();
  readonly #slotsById = new Map<string, number>();
  readonly #changes: ReturnType<typeof recordChanges>["changes"];
  #written = 0;

  constructor(store: RuleStore) {
    this.store = store;
    this.#changes = recordChanges(store).changes;
  }

  /** Builds the rule that a step saves, without saving it. */
  ruleFor(slot: number, change: Change): Rule {
    const state = this.#states.get(slot);
    this.#written += 1;
    // A deleted rule is created again with another name: stores may treat it as the same rule or not.
    const fresh = `${slots[slot] ?? ""}-${this.#written}`;
    const { id, name } = state?.present ? { id: state.id, name: state.rule.name } : { id: fresh, name: fresh };
    const replaces = change.replaces.flatMap((other) => this.#states.get(other)?.id ?? []);
    const { projectId, userId, changesText, ...rest } = change;
    const content = state?.present && !changesText ? state.rule.content : `Text number ${this.#written}.\n`;
    return createRule({
      ...rest,
      ...(projectId !== undefined && { projectId }),
      ...(userId !== undefined && { userId }),
      description: `About ${name}.`,
      content,
      id,
      name,
      replaces,
    });
  }

  /** Saves a rule. Returns `saved`, or the code of the error. */
  async save(slot: number, rule: Rule, named: RevisionChoice): Promise<string> {
    const outcome = await outcomeOf(this.store.save(rule, this.#saveOptions(slot, named)));
    return "value" in outcome ? this.#onSaved(slot, rule, outcome.value) : outcome.rejected;
  }

  /** Performs several writes in one call. Returns their results as `save` and `delete` do. */
  async writeMany(writes: readonly PlannedWrite[]): Promise<readonly string[]> {
    const results = await this.store.writeMany(
      writes.map(({ slot, revision, rule }) => {
        if (rule !== undefined) return { kind: "save", rule, ...this.#saveOptions(slot, revision) };
        return { kind: "delete", id: this.#states.get(slot)?.id ?? "never-was", revision: this.#revision(slot, revision) };
      }),
    );
    return results.map((result, at) => {
      const { slot = -1, rule } = writes[at] ?? {};
      if (result.kind === "rejected") return result.error.code;
      if (result.kind === "deleted") return this.#onDeleted(slot, result.existed);
      return rule === undefined ? "saved instead of deleted" : this.#onSaved(slot, rule, result.stored);
    });
  }

  async delete(slot: number, named: RevisionChoice): Promise<string> {
    const state = this.#states.get(slot);
    const revision = this.#revision(slot, named);
    const deleting = this.store.delete(state?.id ?? "never-was", revision === undefined ? {} : { revision });
    const outcome = await outcomeOf(deleting);
    return "value" in outcome ? this.#onDeleted(slot, outcome.value) : outcome.rejected;
  }

  async get(slot: number, tenant: Tenant | undefined): Promise<StoredRule | undefined> {
    return this.store.get(this.#states.get(slot)?.id ?? "never-was", { tenant });
  }

  /** The slots of rules, in ascending order. Ids and the order of listings can differ between stores. */
  slotsOf(stored: readonly StoredRule[]): readonly (number | undefined)[] {
    return stored.map(({ rule }) => this.#slotsById.get(rule.id)).toSorted((left = -1, right = -1) => left - right);
  }

  /** The slots of all changed rules, in ascending order. Stores may group writes into changes differently. */
  get changes(): readonly (number | "reset")[] {
    if (this.#changes.some(({ kind }) => kind === "reset")) return ["reset"];
    return this.#changes
      .flatMap(changedIds)
      .map((id) => this.#slotsById.get(id) ?? -1)
      .toSorted((left, right) => left - right);
  }

  /** The rules that the store should have, as they were saved, by id. */
  get present(): ReadonlyMap<string, Rule> {
    return new Map([...this.#states.values()].flatMap(({ present, id, rule }) => (present ? [[id, rule]] : [])));
  }

  /** The current versions of the rules, by slot. */
  async versions(): Promise<ReadonlyMap<number | undefined, number>> {
    const listed = await collect(this.store.list());
    return new Map(listed.map(({ rule }) => [this.#slotsById.get(rule.id), rule.version] as const));
  }

  isPresent(slot: number): boolean {
    return this.#states.get(slot)?.present ?? false;
  }

  #onSaved(slot: number, rule: Rule, { rule: { id }, revision }: StoredRule): string {
    const state = this.#states.get(slot);
    this.#states.set(slot, { id, rule, revisions: [...(state?.present ? state.revisions : []), revision], present: true });
    this.#slotsById.set(id, slot);
    return "saved";
  }

  #onDeleted(slot: number, existed: boolean): string {
    const state = this.#states.get(slot);
    if (state !== undefined && existed) this.#states.set(slot, { ...state, present: false });
    return existed ? "deleted" : "missing";
  }

  #saveOptions(slot: number, named: RevisionChoice): SaveOptions {
    if (named === "any") return { upsert: true };
    const revision = this.#revision(slot, named);
    return revision === undefined ? {} : { revision };
  }

  #revision(slot: number, named: RevisionChoice): string | undefined {
    if (named === "none" || named === "any") return undefined;
    const revisions = this.#states.get(slot)?.revisions ?? [];
    if (named === "stale") return revisions.at(-2) ?? "never-was";
    return revisions.at(-1);
  }
}

async function outcomeOf<Value>(call: Promise<Value>): Promise<{ readonly value: Value } | { readonly rejected: string }> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "fulfilled") return { value: outcome.value };
  if (PreceptError.is(outcome.reason)) return { rejected: outcome.reason.code };
  throw outcome.reason;
}
