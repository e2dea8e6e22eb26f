import { sha256 } from "@precept/files";
import { PreceptError, type ProgressListener, type Rule, type RuleStore, type StoredRule } from "@precept/core";
import { compareRule, writesOf, type ComparedRule } from "./compare-rule.ts";
import { copyUsage } from "./copy-usage.ts";
import { labelOf, type Comparison } from "./revisions.ts";

/** The store that is written. */
export interface CopyTarget {
  readonly store: RuleStore;
  /** Whether the store assigns the ids of rules, as for files. */
  readonly assignsIds: boolean;
  /** Sets the times of the next writes, one for each, as the clock of the store returns them. */
  readonly setTimes: (times: readonly string[]) => void;
}

export interface CopyOptions {
  /** Compares only, and writes nothing. Default false. */
  readonly dryRun?: boolean;
  readonly onProgress?: ProgressListener | undefined;
}

/** A rule that was not copied. */
export interface UncopiedRule {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

export interface CopyReport {
  /** The number of rules of the store that is read. */
  readonly rules: number;
  /** The number of rules that were copied, or would be. */
  readonly copied: number;
  /** The number of their revisions. */
  readonly revisions: number;
  /** The number of rules that the written store already had. */
  readonly equal: number;
  /** The number of rules whose usage was raised. A dry run does not compare it. */
  readonly usage: number;
  /** Rules that the written store has with other revisions. It keeps them. */
  readonly conflicts: readonly UncopiedRule[];
  /** Rules that the written store refused. */
  readonly rejected: readonly UncopiedRule[];
  /** What the written store has no place for: earlier revisions, and rules with usage. */
  readonly lost: { readonly revisions: number; readonly usage: number };
  /** What both stores have afterwards, read again. Undefined after a dry run. */
  readonly verified: VerifiedCopy | undefined;
}

export interface VerifiedCopy {
  /** The number of rules that are equal in both stores. */
  readonly rules: number;
  /** A hash over the rules of the store that is read, with their revisions. */
  readonly from: string;
  /** The same over these rules in the written store. */
  readonly to: string;
}

/** The number of rules that are compared and written together. A killed copy repeats at most these. */
const chunkSize = 100;

/**
 * Copies rules with their revisions and usage from a store to another one. Nothing is replaced: a rule that the written store has
 * with other revisions is a conflict. A copy that was interrupted continues when it is called again. Rules that were deleted in the
 * store that is read are not copied.
 *
 * @throws PreceptError `STORE_FAILED` and others of the stores.
 */
export async function copyStore(from: RuleStore, to: CopyTarget, options: CopyOptions = {}): Promise<CopyReport> {
  const { dryRun = false, onProgress } = options;
  const copy = new StoreCopy(from, to, dryRun);
  await copy.run("Copying rules", onProgress);
  if (dryRun) return copy.report(undefined);
  const check = new StoreCopy(from, to, true);
  await check.run("Comparing rules", onProgress);
  return copy.report({ rules: check.equal, ...check.hashes() });
}

/** One pass over all rules of a store. */
class StoreCopy {
  readonly #from: RuleStore;
  readonly #to: CopyTarget;
  readonly #dryRun: boolean;
  readonly #comparison: Comparison;
  /** Ids in the written store, by id in the store that is read, if they differ. */
  readonly #ids = new Map<string, string>();
  readonly #conflicts: UncopiedRule[] = [];
  readonly #rejected: UncopiedRule[] = [];
  readonly #hashes: { from: string[]; to: string[] } = { from: [], to: [] };
  #rules = 0;
  #copied = 0;
  #revisions = 0;
  #usage = 0;
  #lost = { revisions: 0, usage: 0 };
  equal = 0;

  constructor(from: RuleStore, to: CopyTarget, dryRun: boolean) {
    this.#from = from;
    this.#to = to;
    this.#dryRun = dryRun;
    this.#comparison = {
      hasHistory: to.store.capabilities.history,
      assignsIds: to.assignsIds,
      idOf: (id) => this.#ids.get(id) ?? id,
    };
  }

  async run(step: string, onProgress: CopyOptions["onProgress"]): Promise<void> {
    let total = 0;
    for await (const _ of this.#from.listIds()) total += 1;
    const existing = this.#to.assignsIds ? await byLabel(this.#to.store) : undefined;
    for await (const chunk of chunksOf(this.#to.assignsIds ? inOrder(await all(this.#from)) : this.#from.list())) {
      await this.#copyChunk(chunk, existing);
      this.#rules += chunk.length;
      onProgress?.({ step, done: this.#rules, total });
    }
  }

  report(verified: VerifiedCopy | undefined): CopyReport {
    return {
      rules: this.#rules,
      copied: this.#copied,
      revisions: this.#revisions,
      equal: this.equal,
      usage: this.#usage,
      conflicts: this.#conflicts,
      rejected: this.#rejected,
      lost: this.#lost,
      verified,
    };
  }

  hashes(): Pick<VerifiedCopy, "from" | "to"> {
    return { from: sha256(this.#hashes.from.join("\n")), to: sha256(this.#hashes.to.join("\n")) };
  }

  async #copyChunk(chunk: readonly StoredRule[], existing: ReadonlyMap<string, StoredRule> | undefined): Promise<void> {
    const found = existing === undefined ? await this.#to.store.getMany(chunk.map(({ rule }) => rule.id)) : new Map();
    const compare = (stored: StoredRule): Promise<ComparedRule> => {
      const { rule } = stored;
      const same: StoredRule | undefined = existing === undefined ? found.get(rule.id) : existing.get(labelOf(rule));
      if (same !== undefined && same.rule.id !== rule.id) this.#ids.set(rule.id, same.rule.id);
      return compareRule(stored, { from: this.#from, to: this.#to.store, found: same, comparison: this.#comparison });
    };
    const compared = this.#to.assignsIds ? await oneByOne(chunk, compare) : await Promise.all(chunk.map((one) => compare(one)));
    for (const one of compared) this.#count(one);
    const missing = compared.filter(({ outcome }) => outcome === "copy");
    if (!this.#dryRun) await this.#write(missing);
    const refused = new Set(this.#rejected.map(({ id }) => id));
    for (const one of missing.filter(({ id }) => !refused.has(id))) {
      this.#copied += 1;
      this.#revisions += one.missing.length;
    }
    if (!this.#dryRun) await this.#copyUsage(compared.filter(({ id, outcome }) => outcome !== "conflict" && !refused.has(id)));
  }

  #count({ id, name, outcome, lost, hashes }: ComparedRule): void {
    if (outcome === "equal") this.equal += 1;
    if (outcome === "conflict") {
      this.#conflicts.push({ id, name, reason: "the other store has the rule with other revisions" });
    }
    this.#lost.revisions += lost;
    this.#hashes.from.push(`${id} ${hashes.from}`);
    this.#hashes.to.push(`${id} ${hashes.to}`);
  }

  /** Writes the revisions of many rules in one transaction, or of each rule alone if one of them is refused. */
  async #write(rules: readonly ComparedRule[]): Promise<void> {
    if (rules.length === 0) return;
    const { store } = this.#to;
    if (store.capabilities.transactions) {
      const refusal = await this.#apply(rules);
      if (refusal === undefined) return;
      if (rules.length === 1) this.#reject(rules[0] as ComparedRule, refusal);
      else for (const rule of rules) await this.#write([rule]);
      return;
    }
    for (const rule of rules) {
      const [write] = writesOf(rule, this.#comparison);
      if (write?.kind !== "save") continue;
      const [result] = await store.writeMany([write]);
      if (result?.kind === "rejected") this.#reject(rule, result.error);
      else if (result?.kind === "saved") this.#ids.set(rule.id, result.stored.rule.id);
    }
  }

  /** @returns the error if a rule is refused; nothing is written then. */
  async #apply(rules: readonly ComparedRule[]): Promise<PreceptError | undefined> {
    const { store, setTimes } = this.#to;
    const now = new Date().toISOString();
    setTimes(rules.flatMap(({ missing }) => missing.map(({ at }) => at ?? now)));
    try {
      await store.apply(rules.flatMap((rule) => writesOf(rule, this.#comparison)));
      return undefined;
    } catch (error) {
      if (!PreceptError.is(error) || !error.code.startsWith("RULE_")) throw error;
      return error;
    }
  }

  #reject({ id, name }: ComparedRule, { message }: PreceptError): void {
    this.#rejected.push({ id, name, reason: message });
  }

  async #copyUsage(rules: readonly ComparedRule[]): Promise<void> {
    const { store } = this.#to;
    if (!this.#from.capabilities.usage) return;
    const ids = rules.map(({ id }) => id);
    if (store.capabilities.usage) this.#usage += await copyUsage(this.#from, store, ids);
    else this.#lost.usage += (await this.#from.usage(ids)).size;
  }
}

async function byLabel(store: RuleStore): Promise<ReadonlyMap<string, StoredRule>> {
  return new Map((await all(store)).map((stored) => [labelOf(stored.rule), stored]));
}

async function all(store: RuleStore): Promise<readonly StoredRule[]> {
  const rules: StoredRule[] = [];
  for await (const stored of store.list()) rules.push(stored);
  return rules;
}

/** Orders rules so that those that a rule replaces come before it. */
function inOrder(rules: readonly StoredRule[]): readonly StoredRule[] {
  const byId = new Map(rules.map((stored) => [stored.rule.id, stored]));
  const ordered = new Set<StoredRule>();
  const add = (rule: Rule, seen: ReadonlySet<string>): void => {
    for (const id of rule.replaces) {
      const replaced = byId.get(id);
      if (replaced !== undefined && !seen.has(id) && !ordered.has(replaced)) add(replaced.rule, new Set([...seen, id]));
    }
    const stored = byId.get(rule.id);
    if (stored !== undefined) ordered.add(stored);
  };
  for (const { rule } of rules) add(rule, new Set([rule.id]));
  return [...ordered];
}

async function* chunksOf(rules: AsyncIterable<StoredRule> | Iterable<StoredRule>): AsyncIterable<readonly StoredRule[]> {
  let chunk: StoredRule[] = [];
  for await (const rule of rules) {
    chunk.push(rule);
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function oneByOne<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
