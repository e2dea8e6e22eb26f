import { GlobIndex } from "../glob/glob-index.ts";
import { isExclusion } from "../glob/glob.ts";
import type { Rule } from "../model/rule.ts";

/** How a pattern in the index serves a rule. */
export interface GlobUse {
  readonly rule: Rule;
  readonly pattern: string;
  readonly excludes: boolean;
}

/**
 * Rules, arranged so that a request finds the few that may apply without looking at the others. Adding and removing one rule
 * costs the same however many there are.
 */
export class RuleIndex {
  readonly globs = new GlobIndex<GlobUse>();
  /** Rules that need no reason: `always`, in the whole project. */
  readonly always = new Set<Rule>();
  /** Rules that a search may find. */
  readonly relevant = new Set<Rule>();
  readonly #rules = new Map<string, Rule>();
  readonly #stores = new Set<string>();
  readonly #uses = new Map<string, readonly GlobUse[]>();
  readonly #named = new Map<string, Set<Rule>>();
  /** Overlay rules by scope and name. */
  readonly #overlays = new Map<string, Rule>();
  #list: readonly Rule[] | undefined;
  #paths: ReadonlyMap<string, readonly Rule[]> | undefined;

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.add(rule);
  }

  get size(): number {
    return this.#rules.size;
  }

  /** Every rule, in the order in which they came. The list never changes; after a change there is a new one. */
  get rules(): readonly Rule[] {
    this.#list ??= [...this.#rules.values()];
    return this.#list;
  }

  /** Adds a rule. One of the same store and id is replaced. */
  add(rule: Rule): void {
    this.remove(rule.origin.store, rule.id);
    const key = keyOf(rule.origin.store, rule.id);
    this.#rules.set(key, rule);
    this.#stores.add(rule.origin.store);
    const named = this.#named.get(rule.name);
    if (named === undefined) this.#named.set(rule.name, new Set([rule]));
    else named.add(rule);
    if (rule.origin.overlay === true) this.#overlays.set(overlayKey(rule), rule);
    if (rule.inclusion === "relevant") this.relevant.add(rule);
    const uses = usesOf(rule);
    if (rule.inclusion === "always" && uses === none) this.always.add(rule);
    if (uses !== none) {
      this.#uses.set(key, uses);
      for (const use of uses) this.globs.add(use.pattern, rule.origin.base ?? "", use);
    }
    this.#forgetLists();
  }

  /** Removes a rule; one that is not there is no mistake. */
  remove(store: string, id: string): void {
    const key = keyOf(store, id);
    const rule = this.#rules.get(key);
    if (rule === undefined) return;
    this.#rules.delete(key);
    this.always.delete(rule);
    this.relevant.delete(rule);
    const named = this.#named.get(rule.name);
    named?.delete(rule);
    if (named?.size === 0) this.#named.delete(rule.name);
    if (this.#overlays.get(overlayKey(rule)) === rule) this.#overlays.delete(overlayKey(rule));
    for (const use of this.#uses.get(key) ?? none) this.globs.remove(use.pattern, rule.origin.base ?? "", use);
    this.#uses.delete(key);
    this.#forgetLists();
  }

  /** The rules with an id: at most one from each store. */
  withId(id: string): readonly Rule[] {
    return [...this.#stores].flatMap((store) => this.#rules.get(keyOf(store, id)) ?? none);
  }

  /** All rules that carry a name, of every scope. */
  named(name: string): readonly Rule[] {
    return [...(this.#named.get(name) ?? none)];
  }

  /** All rules in a file: by its path in the project or in its root, with its extension or without. */
  atPath(path: string): readonly Rule[] {
    this.#paths ??= indexPaths(this.rules);
    return this.#paths.get(path) ?? [];
  }

  /** The overlay rule that stands in place of this one. */
  overlayOf(rule: Rule): Rule | undefined {
    if (rule.origin.overlay === true || rule.origin.label === true) return undefined;
    return this.#overlays.get(overlayKey(rule));
  }

  /** Every rule that an overlay rule stands in place of, with that overlay rule. */
  overlaid(): ReadonlyMap<Rule, Rule> {
    const pairs = new Map<Rule, Rule>();
    for (const overlay of this.#overlays.values()) {
      for (const rule of this.named(overlay.name)) if (this.overlayOf(rule) === overlay) pairs.set(rule, overlay);
    }
    return pairs;
  }

  #forgetLists(): void {
    this.#list = undefined;
    this.#paths = undefined;
  }
}

const none: readonly never[] = [];

function usesOf(rule: Rule): readonly GlobUse[] {
  if (rule.inclusion === "always") return rule.origin.base === undefined ? none : [{ rule, pattern: "**", excludes: false }];
  if (rule.inclusion !== "fileMatch" || rule.globs.length === 0) return none;
  const uses = rule.globs.map((glob) => {
    const excludes = isExclusion(glob);
    return { rule, pattern: excludes ? glob.slice(1) : glob, excludes };
  });
  // Exclusions alone take away from everything.
  if (uses.every((use) => use.excludes)) uses.push({ rule, pattern: "**", excludes: false });
  return uses;
}

function keyOf(store: string, id: string): string {
  return `${store}\0${id}`;
}

function overlayKey(rule: Rule): string {
  return `${rule.scope} ${rule.name}`;
}

function indexPaths(rules: readonly Rule[]): Map<string, Rule[]> {
  const paths = new Map<string, Rule[]>();
  for (const rule of rules) {
    const { path, root } = rule.origin;
    if (path === undefined) continue;
    const inRoot = root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    for (const key of new Set([path, inRoot, withoutExtension(path), withoutExtension(inRoot)])) {
      const list = paths.get(key);
      if (list === undefined) paths.set(key, [rule]);
      else list.push(rule);
    }
  }
  return paths;
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}
