import { createRule, PreceptError, type Rule, type RuleStore, type StoredRule } from "@precept/core";
import { listenTo } from "../subject/listen.ts";
import { slots, type Change, type Named } from "./step.ts";

interface Occupant {
  /** What the store calls the rule. */
  readonly id: string;
  /** As it was last handed to the store. */
  readonly rule: Rule;
  /** Oldest first. */
  readonly revisions: readonly string[];
  readonly present: boolean;
}

/** One of the two stores that are compared, with the names it has for what is in the slots. */
export class Side {
  readonly store: RuleStore;
  readonly #occupants = new Map<number, Occupant>();
  readonly #slotsById = new Map<string, number>();
  readonly #heard: ReturnType<typeof listenTo>["heard"];
  #written = 0;

  constructor(store: RuleStore) {
    this.store = store;
    this.#heard = listenTo(store).heard;
  }

  /** The rule that a step saves, as it is handed to this store; it has not been saved yet. */
  ruleFor(slot: number, change: Change): Rule {
    const occupant = this.#occupants.get(slot);
    this.#written += 1;
    // One that was deleted comes again under another name: stores may or may not take it for the same rule.
    const fresh = `${slots[slot] ?? ""}-${this.#written}`;
    const { id, name } = occupant?.present ? { id: occupant.id, name: occupant.rule.name } : { id: fresh, name: fresh };
    const replaces = change.replaces.flatMap((other) => this.#occupants.get(other)?.id ?? []);
    const { projectId, ...rest } = change;
    const texts = { description: `About ${name}.`, content: `Text number ${this.#written}.\n` };
    return createRule({ ...rest, ...(projectId !== undefined && { projectId }), ...texts, id, name, replaces });
  }

  /** What becomes of saving the rule: `saved`, or the code of the refusal. */
  async save(slot: number, rule: Rule, named: Named): Promise<string> {
    const occupant = this.#occupants.get(slot);
    const revision = this.#revision(slot, named);
    const outcome = await settle(this.store.save(rule, revision === undefined ? {} : { revision }));
    if (!("value" in outcome)) return outcome.refused;
    const { id } = outcome.value.rule;
    const revisions = [...(occupant?.present ? occupant.revisions : []), outcome.value.revision];
    this.#occupants.set(slot, { id, rule, revisions, present: true });
    this.#slotsById.set(id, slot);
    return "saved";
  }

  async delete(slot: number, named: Named): Promise<string> {
    const occupant = this.#occupants.get(slot);
    const revision = this.#revision(slot, named);
    const deleting = this.store.delete(occupant?.id ?? "never-was", revision === undefined ? {} : { revision });
    const outcome = await settle(deleting);
    if (!("value" in outcome)) return outcome.refused;
    if (occupant !== undefined && outcome.value) this.#occupants.set(slot, { ...occupant, present: false });
    return outcome.value ? "deleted" : "was not there";
  }

  async get(slot: number): Promise<StoredRule | undefined> {
    return this.store.get(this.#occupants.get(slot)?.id ?? "never-was");
  }

  /** The slots of rules, in ascending order: ids differ between stores, and so may the order of listings. */
  slotsOf(stored: readonly StoredRule[]): readonly (number | undefined)[] {
    return stored.map(({ rule }) => this.#slotsById.get(rule.id)).toSorted((left = -1, right = -1) => left - right);
  }

  /** What listeners were told so far, by slots. */
  get heard(): readonly unknown[] {
    return this.#heard.map(({ saved, deleted }) => ({
      saved: saved.map(({ id, content }) => [this.#slotsById.get(id), content]),
      deleted: deleted.map((id) => this.#slotsById.get(id)),
    }));
  }

  /** The rules that should be there, as they were handed in. */
  get present(): ReadonlyMap<string, Rule> {
    return new Map([...this.#occupants.values()].flatMap(({ present, id, rule }) => (present ? [[id, rule]] : [])));
  }

  isPresent(slot: number): boolean {
    return this.#occupants.get(slot)?.present ?? false;
  }

  #revision(slot: number, named: Named): string | undefined {
    if (named === "none") return undefined;
    const revisions = this.#occupants.get(slot)?.revisions ?? [];
    if (named === "stale") return revisions.at(-2) ?? "never-was";
    return revisions.at(-1);
  }
}

async function settle<Value>(call: Promise<Value>): Promise<{ readonly value: Value } | { readonly refused: string }> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "fulfilled") return { value: outcome.value };
  if (PreceptError.is(outcome.reason)) return { refused: outcome.reason.code };
  throw outcome.reason;
}
