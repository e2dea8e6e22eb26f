import { createRule, PreceptError, type Rule, type RuleStore, type StoredRule } from "@precept/core";
import { changedIds, recordChanges } from "../subject/listen.ts";
import { slots, type Change, type RevisionChoice } from "./step.ts";

interface SlotState {
  /** The id of the rule in the store. */
  readonly id: string;
  /** The rule as last saved. */
  readonly rule: Rule;
  /** Oldest first. */
  readonly revisions: readonly string[];
  readonly present: boolean;
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
    const { projectId, ...rest } = change;
    const texts = { description: `About ${name}.`, content: `Text number ${this.#written}.\n` };
    return createRule({ ...rest, ...(projectId !== undefined && { projectId }), ...texts, id, name, replaces });
  }

  /** Saves a rule. Returns `saved`, or the code of the error. */
  async save(slot: number, rule: Rule, named: RevisionChoice): Promise<string> {
    const state = this.#states.get(slot);
    const revision = this.#revision(slot, named);
    const outcome = await outcomeOf(this.store.save(rule, revision === undefined ? {} : { revision }));
    if (!("value" in outcome)) return outcome.rejected;
    const { id } = outcome.value.rule;
    const revisions = [...(state?.present ? state.revisions : []), outcome.value.revision];
    this.#states.set(slot, { id, rule, revisions, present: true });
    this.#slotsById.set(id, slot);
    return "saved";
  }

  async delete(slot: number, named: RevisionChoice): Promise<string> {
    const state = this.#states.get(slot);
    const revision = this.#revision(slot, named);
    const deleting = this.store.delete(state?.id ?? "never-was", revision === undefined ? {} : { revision });
    const outcome = await outcomeOf(deleting);
    if (!("value" in outcome)) return outcome.rejected;
    if (state !== undefined && outcome.value) this.#states.set(slot, { ...state, present: false });
    return outcome.value ? "deleted" : "missing";
  }

  async get(slot: number): Promise<StoredRule | undefined> {
    return this.store.get(this.#states.get(slot)?.id ?? "never-was");
  }

  /** The slots of rules, in ascending order. Ids and the order of listings can differ between stores. */
  slotsOf(stored: readonly StoredRule[]): readonly (number | undefined)[] {
    return stored.map(({ rule }) => this.#slotsById.get(rule.id)).toSorted((left = -1, right = -1) => left - right);
  }

  /** The recorded changes, by slots. A change may only name its rules. */
  get changes(): readonly unknown[] {
    return this.#changes.map((change) =>
      change.kind === "reset"
        ? "reset"
        : changedIds(change)
            .map((id) => this.#slotsById.get(id) ?? -1)
            .toSorted((left, right) => left - right),
    );
  }

  /** The rules that the store should have, as they were saved, by id. */
  get present(): ReadonlyMap<string, Rule> {
    return new Map([...this.#states.values()].flatMap(({ present, id, rule }) => (present ? [[id, rule]] : [])));
  }

  isPresent(slot: number): boolean {
    return this.#states.get(slot)?.present ?? false;
  }

  #revision(slot: number, named: RevisionChoice): string | undefined {
    if (named === "none") return undefined;
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
