import { createRule, PreceptError, type RuleStore, type RuleWrite } from "@precept/core";
import * as fc from "fast-check";
import type { Subject } from "../check.ts";

export interface RandomWrite {
  readonly kind: "save" | "delete" | "upsert" | "several";
  readonly slot: number;
  readonly projectId: string | undefined;
  readonly tags: readonly string[];
  readonly enabled: boolean;
}

const slots = 4;

/** Sequences of writes, of which few are rejected. */
export function randomWrites(maxWrites: number): fc.Arbitrary<readonly RandomWrite[]> {
  const write = fc.record({
    kind: fc.constantFrom<RandomWrite["kind"]>("save", "save", "save", "delete", "upsert", "several"),
    slot: fc.nat({ max: slots - 1 }),
    projectId: fc.constantFrom("shop", "blog", undefined),
    tags: fc.subarray(["a:1", "b:2"]),
    enabled: fc.boolean(),
  });
  return fc.array(write, { minLength: 1, maxLength: maxWrites, size: "max" });
}

/** Performs random writes on a store, or on several stores with the same data. */
export class RandomWriter {
  readonly #subject: Pick<Subject, "accepts">;
  /** The ids of the rules in the store, by slot. */
  readonly #ids = new Map<number, string>();
  readonly #prefix: string;
  #written = 0;

  /** @param prefix the start of the names of new rules. Different for writers of the same data. */
  constructor(subject: Pick<Subject, "accepts">, prefix = "rule") {
    this.#subject = subject;
    this.#prefix = prefix;
  }

  /** Exchanges the known rules with another writer, so that each writes rules of the other. */
  swap(other: RandomWriter): void {
    const ids = new Map(this.#ids);
    this.#setIds(other.#ids);
    other.#setIds(ids);
  }

  async write(store: RuleStore, write: RandomWrite): Promise<void> {
    const { kind, slot } = write;
    const id = this.#ids.get(slot);
    if (kind === "delete") {
      await store.delete(id ?? "never-was");
      this.#ids.delete(slot);
    } else if (kind === "several") {
      const next = (slot + 1) % slots;
      await this.#save(store, [write, { ...write, slot: next }]);
    } else await this.#save(store, [write]);
  }

  async writeAll(store: RuleStore, writes: readonly RandomWrite[]): Promise<void> {
    for (const write of writes) await this.write(store, write);
  }

  #setIds(ids: ReadonlyMap<number, string>): void {
    const copied = [...ids];
    this.#ids.clear();
    for (const [slot, id] of copied) this.#ids.set(slot, id);
  }

  async #save(store: RuleStore, writes: readonly RandomWrite[]): Promise<void> {
    const planned: { readonly slot: number; readonly write: RuleWrite }[] = [];
    for (const one of writes) {
      const write = await this.#plan(store, one);
      if (write !== undefined) planned.push({ slot: one.slot, write });
    }
    const results = await store.writeMany(planned.map(({ write }) => write));
    for (const [at, result] of results.entries()) {
      if (result.kind === "saved") this.#ids.set(planned[at]?.slot ?? -1, result.stored.rule.id);
      else if (result.kind === "rejected" && !PreceptError.is(result.error, "RULE_CONFLICT")) throw result.error;
    }
  }

  /** The write for a slot; undefined if the store does not accept the rule. */
  async #plan(store: RuleStore, { kind, slot, projectId, tags, enabled }: RandomWrite): Promise<RuleWrite | undefined> {
    this.#written += 1;
    const name = `${this.#prefix}-${slot}-${this.#written}`;
    const current = await store.get(this.#ids.get(slot) ?? "never-was");
    const rule = createRule({
      id: current?.rule.id ?? name,
      name: current?.rule.name ?? name,
      description: "A rule.",
      content: `Text ${this.#written}.\n`,
      ...(projectId !== undefined && { projectId }),
      tags,
      enabled,
    });
    if (!this.#subject.accepts(rule)) return undefined;
    return { kind: "save", rule, ...(kind === "upsert" ? { upsert: true } : { revision: current?.revision }) };
  }
}

/** Runs a check with random sequences of writes, each on a new store. */
export async function withRandomWrites(
  subject: Subject,
  run: (store: RuleStore, writes: readonly RandomWrite[]) => Promise<void>,
): Promise<void> {
  await withRandomValues(subject, randomWrites(subject.model.maxCalls), run);
}

/** Runs a check with random values, each on a new store. */
export async function withRandomValues<Value>(
  subject: Subject,
  values: fc.Arbitrary<Value>,
  run: (store: RuleStore, value: Value) => Promise<void>,
): Promise<void> {
  const holds = fc.asyncProperty(values, async (value) => {
    const store = await subject.openAnother();
    try {
      await run(store, value);
    } finally {
      await store[Symbol.asyncDispose]();
    }
  });
  await fc.assert(holds, propertyParameters(subject));
}

/** The parameters of fast-check for the random sequences of a suite. */
export function propertyParameters<Values>({
  model: { runs, seed, shrink = true },
}: Pick<Subject, "model">): fc.Parameters<Values> {
  return { numRuns: runs, endOnFailure: !shrink, ...(seed !== undefined && { seed }) };
}
