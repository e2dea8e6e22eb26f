import { GlobIndex } from "../glob/glob-index.ts";
import { isExclusion } from "../glob/glob.ts";
import { comparePrecedence } from "../model/precedence.ts";
import { inclusionTable } from "../model/inclusion.ts";
import type { MatchReason, SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";

/** The use of a pattern by a rule. */
export interface GlobUse {
  readonly rule: Rule;
  readonly pattern: string;
  readonly excludes: boolean;
  /** The reason if this pattern alone decides that the rule applies. Absent if the rule has other patterns. */
  readonly reason?: MatchReason;
}

interface Entry {
  readonly rule: Rule;
  readonly uses: readonly GlobUse[];
}

/**
 * An index of rules. It finds the rules that may apply to a request without evaluating all of them. The time to add or remove a rule does not
 * depend on the number of rules.
 */
export class RuleIndex {
  readonly globs = new GlobIndex<GlobUse>();
  /** `always` rules of the whole project. */
  readonly always = new Set<Rule>();
  /** Rules that apply if a search finds them. */
  readonly relevant = new Set<Rule>();
  readonly #rules = new Set<Rule>();
  /** By store, then id. */
  readonly #stores = new Map<string, Map<string, Entry>>();
  /** By name. Most names belong to one rule, so a set is only created for the second, to save memory. */
  readonly #named = new Map<string, Rule | Set<Rule>>();
  /** Overlay rules by scope and name, in the order of precedence. */
  readonly #overlays = new Map<string, readonly Rule[]>();
  /** Rules with `replaces`. */
  readonly #replacing = new Set<Rule>();
  #replacements: ReadonlyMap<Rule, SkipReason> | undefined;
  #list: readonly Rule[] | undefined;
  #paths: ReadonlyMap<string, readonly Rule[]> | undefined;

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.add(rule);
  }

  get size(): number {
    return this.#rules.size;
  }

  /** All rules in the order of insertion. The list is immutable: a change of the index creates a new one. */
  get rules(): readonly Rule[] {
    this.#list ??= [...this.#rules];
    return this.#list;
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
    if (rule.origin.overlay === true) this.#setOverlays(rule, [...this.#overlaysAt(rule), rule]);
    if (rule.replaces.length > 0) this.#replacing.add(rule);
    const { trigger } = inclusionTable[rule.inclusion];
    if (trigger === "search") this.relevant.add(rule);
    if (trigger === "none" && uses === none) this.always.add(rule);
    for (const use of uses) this.globs.add(use.pattern, rule.origin.base ?? "", use);
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
    this.#replacing.delete(rule);
    this.#removeName(rule);
    if (rule.origin.overlay === true)
      this.#setOverlays(
        rule,
        this.#overlaysAt(rule).filter((overlay) => overlay !== rule),
      );
    for (const use of uses) this.globs.remove(use.pattern, rule.origin.base ?? "", use);
    this.#clearCaches();
  }

  /** The rules with an id: at most one of each store. */
  withId(id: string): readonly Rule[] {
    return [...this.#stores.values()].flatMap((entries) => entries.get(id)?.rule ?? none);
  }

  /** The rules with a name, of all scopes. */
  named(name: string): readonly Rule[] {
    const named = this.#named.get(name);
    if (named === undefined) return none;
    return named instanceof Set ? [...named] : [named];
  }

  /** The rules of a file, by its path in the project or in its root, with or without extension. */
  atPath(path: string): readonly Rule[] {
    this.#paths ??= indexPaths(this.rules);
    return this.#paths.get(path) ?? [];
  }

  /** The rules that another rule replaces, with the reason: by a personal overlay, or through `replaces`. */
  get replacements(): ReadonlyMap<Rule, SkipReason> {
    this.#replacements ??= this.#findReplacements();
    return this.#replacements;
  }

  #findReplacements(): ReadonlyMap<Rule, SkipReason> {
    const found = new Map<Rule, SkipReason>();
    for (const rule of this.#replacing) {
      if (!rule.enabled || rule.pending) continue;
      for (const id of rule.replaces) {
        const replaced = this.#stores.get(rule.origin.store)?.get(id)?.rule;
        if (replaced !== undefined && replaced !== rule) found.set(replaced, { kind: "superseded", by: rule.id });
      }
    }
    for (const [overlay] of this.#overlays.values()) {
      if (overlay === undefined) continue;
      for (const rule of this.named(overlay.name)) {
        const { overlay: isOverlay, label } = rule.origin;
        if (isOverlay === true || label === true || overlayKey(rule) !== overlayKey(overlay)) continue;
        found.set(rule, { kind: "replacedByOverlay", by: overlay.id });
      }
    }
    return found;
  }

  #overlaysAt(rule: Rule): readonly Rule[] {
    return this.#overlays.get(overlayKey(rule)) ?? none;
  }

  #setOverlays(rule: Rule, overlays: readonly Rule[]): void {
    if (overlays.length === 0) this.#overlays.delete(overlayKey(rule));
    else this.#overlays.set(overlayKey(rule), overlays.toSorted(comparePrecedence));
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
    this.#replacements = undefined;
    this.#list = undefined;
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
