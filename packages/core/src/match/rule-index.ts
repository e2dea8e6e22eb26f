import { inclusionTable } from "@precept/contract/values";
import { GlobIndex } from "../glob/glob-index.ts";
import { isExclusion } from "../glob/glob.ts";
import type { SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import { findReplacements } from "./find-replacements.ts";
import type { GlobMatch, GlobUse, RuleLookup } from "./rule-lookup.ts";
import { hasPreconditions } from "./precondition.ts";
import { pathsOf } from "./find-requested.ts";
import { compareRequestable } from "./requestable.ts";

interface Entry {
  readonly rule: Rule;
  readonly uses: readonly GlobUse[];
}

/** An index of rules. It finds the rules that may apply to a request without evaluating all of them. */
export class RuleIndex implements RuleLookup {
  readonly #globs = new GlobIndex<GlobUse>();
  /** `always` rules of the whole project. */
  readonly always = new Set<Rule>();
  /** Rules that apply if a search finds them. */
  readonly relevant = new Set<Rule>();
  readonly #rules = new Set<Rule>();
  /** By store, then id. */
  readonly #stores = new Map<string, Map<string, Entry>>();
  /** By name. Most names belong to one rule, so a set is only created for the second, to save memory. */
  readonly #named = new Map<string, Rule | Set<Rule>>();
  readonly inSessions = new Set<Rule>();
  readonly #agentRequested = new Set<Rule>();
  /** Rules of a personal overlay. */
  readonly overlays = new Set<Rule>();
  /** Rules with preconditions. A look into this set is faster than one at each precondition of a rule. */
  readonly #conditional = new Set<Rule>();
  /** Rules with `replaces`. */
  readonly replacing = new Set<Rule>();
  #changes = 0;
  /** The replacements of the last tenant. */
  #replacements: { readonly tenant: string; readonly value: ReadonlyMap<Rule, SkipReason> } | undefined;
  #list: readonly Rule[] | undefined;
  #requestable: readonly Rule[] | undefined;
  #paths: ReadonlyMap<string, readonly Rule[]> | undefined;

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.add(rule);
  }

  get size(): number {
    return this.#rules.size;
  }

  /** How often the index changed. */
  get changes(): number {
    return this.#changes;
  }

  /** All rules in the order of insertion. The list is immutable: a change of the index creates a new one. */
  get rules(): readonly Rule[] {
    this.#list ??= [...this.#rules];
    return this.#list;
  }

  get requestable(): readonly Rule[] {
    this.#requestable ??= [...this.#agentRequested].toSorted(compareRequestable);
    return this.#requestable;
  }

  get lists(): readonly (readonly Rule[])[] {
    return [this.rules];
  }

  /** Adds a rule. Replaces a rule with the same store and id. */
  add(rule: Rule): void {
    const { store } = rule.origin;
    let entries = this.#stores.get(store);
    if (entries === undefined) this.#stores.set(store, (entries = new Map()));
    else if (entries.has(rule.id)) this.remove(store, rule.id);
    const uses = usesOf(rule);
    entries.set(rule.id, { rule, uses });
    this.#rules.add(rule);
    this.#addName(rule);
    if (rule.origin.overlay === true) this.overlays.add(rule);
    if (rule.replaces.length > 0) this.replacing.add(rule);
    if (rule.origin.session !== undefined) this.inSessions.add(rule);
    if (hasPreconditions(rule)) this.#conditional.add(rule);
    const { trigger } = inclusionTable[rule.inclusion];
    if (trigger === "search") this.relevant.add(rule);
    if (rule.inclusion === "agentRequested") this.#agentRequested.add(rule);
    if (trigger === "none" && uses === none) this.always.add(rule);
    for (const use of uses) this.#globs.add(use.pattern, rule.origin.base ?? "", use);
    this.#clearCaches();
  }

  /** Removes a rule, if it exists. */
  remove(store: string, id: string): void {
    const entry = this.#stores.get(store)?.get(id);
    if (entry === undefined) return;
    const { rule, uses } = entry;
    this.#stores.get(store)?.delete(id);
    this.#rules.delete(rule);
    this.always.delete(rule);
    this.relevant.delete(rule);
    this.#agentRequested.delete(rule);
    this.replacing.delete(rule);
    this.overlays.delete(rule);
    this.inSessions.delete(rule);
    this.#conditional.delete(rule);
    this.#removeName(rule);
    for (const use of uses) this.#globs.remove(use.pattern, rule.origin.base ?? "", use);
    this.#clearCaches();
  }

  /** The rule of a store with an id. */
  find(store: string, id: string): Rule | undefined {
    return this.#stores.get(store)?.get(id)?.rule;
  }

  hasPreconditions(rule: Rule): boolean {
    return this.#conditional.has(rule);
  }

  matchGlobs(files: readonly (readonly string[])[]): Iterable<GlobMatch> {
    return this.#globs.match(files);
  }

  withId(id: string): readonly Rule[] {
    return [...this.#stores.values()].flatMap((entries) => entries.get(id)?.rule ?? none);
  }

  named(name: string): readonly Rule[] {
    const named = this.#named.get(name);
    if (named === undefined) return none;
    return named instanceof Set ? [...named] : [named];
  }

  atPath(path: string): readonly Rule[] {
    this.#paths ??= indexPaths(this.rules);
    return this.#paths.get(path) ?? [];
  }

  replacements(tenant: Tenant): ReadonlyMap<Rule, SkipReason> {
    const key = tenantKey(tenant);
    if (this.#replacements?.tenant !== key) this.#replacements = { tenant: key, value: findReplacements(this, tenant) };
    return this.#replacements.value;
  }

  #addName(rule: Rule): void {
    const named = this.#named.get(rule.name);
    if (named === undefined) this.#named.set(rule.name, rule);
    else if (named instanceof Set) named.add(rule);
    else this.#named.set(rule.name, new Set([named, rule]));
  }

  #removeName(rule: Rule): void {
    const named = this.#named.get(rule.name);
    if (named === rule) this.#named.delete(rule.name);
    else if (named instanceof Set) {
      named.delete(rule);
      if (named.size === 0) this.#named.delete(rule.name);
    }
  }

  #clearCaches(): void {
    this.#changes += 1;
    this.#replacements = undefined;
    this.#list = undefined;
    this.#requestable = undefined;
    this.#paths = undefined;
  }
}

const none: readonly never[] = [];

function usesOf(rule: Rule): readonly GlobUse[] {
  const { globs, inclusion } = rule;
  const { base } = rule.origin;
  const { trigger } = inclusionTable[inclusion];
  if (trigger === "none") {
    return base === undefined ? none : [{ rule, pattern: "**", excludes: false, reason: { kind: "alwaysInside", base } }];
  }
  const [first] = globs;
  if (trigger !== "files" || first === undefined) return none;
  if (globs.length === 1 && !isExclusion(first)) {
    return [{ rule, pattern: first, excludes: false, reason: { kind: "fileMatch", patterns: globs } }];
  }
  const uses = globs.map((glob): GlobUse => {
    const excludes = isExclusion(glob);
    return { rule, pattern: excludes ? glob.slice(1) : glob, excludes };
  });
  // A rule with only exclusions includes all other files.
  if (uses.every((use) => use.excludes)) uses.push({ rule, pattern: "**", excludes: false });
  return uses;
}

function indexPaths(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const paths = rules.flatMap((rule) => Array.from(pathsOf(rule), (path) => ({ path, rule })));
  const byPath = Map.groupBy(paths, ({ path }) => path);
  return new Map(Array.from(byPath, ([path, found]) => [path, found.map(({ rule }) => rule)]));
}
