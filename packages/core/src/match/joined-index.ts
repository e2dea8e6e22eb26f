import type { SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import { findReplacements } from "./find-replacements.ts";
import { compareRequestable } from "./requestable.ts";
import type { RuleIndex } from "./rule-index.ts";
import type { GlobMatch, RuleLookup } from "./rule-lookup.ts";

export class JoinedIndex implements RuleLookup {
  readonly #parts: readonly RuleIndex[];
  /** The replacements of the last tenant, for one state of the indexes. */
  #cached: { readonly key: string; readonly value: ReadonlyMap<Rule, SkipReason> } | undefined;

  constructor(parts: readonly RuleIndex[]) {
    this.#parts = parts;
  }

  get lists(): readonly (readonly Rule[])[] {
    return this.#parts.map((part) => part.rules);
  }

  get always(): Iterable<Rule> {
    return this.#each((part) => part.always);
  }

  get relevant(): Iterable<Rule> {
    return this.#each((part) => part.relevant);
  }

  get requestable(): readonly Rule[] {
    const lists = this.#parts.map((part) => part.requestable).filter((list) => list.length > 0);
    return lists.length === 1 ? (lists[0] ?? []) : lists.flat().toSorted(compareRequestable);
  }

  get inSessions(): Iterable<Rule> {
    return this.#each((part) => part.inSessions);
  }

  hasPreconditions(rule: Rule): boolean {
    return this.#parts.some((part) => part.hasPreconditions(rule));
  }

  matchGlobs(files: readonly (readonly string[])[]): Iterable<GlobMatch> {
    return this.#each((part) => part.matchGlobs(files));
  }

  withId(id: string): readonly Rule[] {
    return this.#parts.flatMap((part) => part.withId(id));
  }

  named(name: string): readonly Rule[] {
    return this.#parts.flatMap((part) => part.named(name));
  }

  atPath(path: string): readonly Rule[] {
    return this.#parts.flatMap((part) => part.atPath(path));
  }

  find(store: string, id: string): Rule | undefined {
    for (const part of this.#parts) {
      const rule = part.find(store, id);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  replacements(tenant: Tenant): ReadonlyMap<Rule, SkipReason> {
    // Changes only increase the counts, so their sum is different in every state.
    const changes = this.#parts.reduce((sum, part) => sum + part.changes, 0);
    const key = `${changes} ${tenantKey(tenant)}`;
    if (this.#cached?.key !== key) this.#cached = { key, value: findReplacements(this.#source, tenant) };
    return this.#cached.value;
  }

  get #source(): Parameters<typeof findReplacements>[0] {
    return {
      replacing: this.#each((part) => part.replacing),
      overlays: this.#each((part) => part.overlays),
      named: (name) => this.named(name),
      find: (store, id) => this.find(store, id),
    };
  }

  *#each<Value>(valuesOf: (part: RuleIndex) => Iterable<Value>): Iterable<Value> {
    for (const part of this.#parts) yield* valuesOf(part);
  }
}
