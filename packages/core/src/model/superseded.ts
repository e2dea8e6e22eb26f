import type { Rule } from "./rule.ts";
import { isVisibleTo, type Tenant } from "./tenant.ts";

/** The active rules of one store that supersede others through `replaces`. */
export class Supersession {
  readonly #active = new Map<string, Rule>();
  /** By the id of the replaced rule. */
  readonly #replacing = new Map<string, Rule[]>();

  /** @param rules the rules of one store. Those that replace nothing, are disabled or pending have no effect. */
  constructor(rules: Iterable<Rule>) {
    for (const rule of rules) {
      if (rule.replaces.length === 0 || !rule.enabled || rule.pending) continue;
      this.#active.set(rule.id, rule);
      for (const id of new Set(rule.replaces)) {
        const others = this.#replacing.get(id);
        if (others === undefined) this.#replacing.set(id, [rule]);
        else others.push(rule);
      }
    }
  }

  /** The ids that are named in `replaces`. */
  get ids(): Iterable<string> {
    return this.#replacing.keys();
  }

  /** Returns the rule that supersedes a rule for a tenant; undefined if there is none. Rules of a cycle do not supersede one another. */
  by(id: string, tenant: Tenant): Rule | undefined {
    return this.#replacing.get(id)?.find((rule) => isVisibleTo(rule, tenant) && !this.#isReplacedBy(rule, id, tenant));
  }

  /** Whether the rule with an id replaces a rule, directly or through others, so that both are part of a cycle. */
  #isReplacedBy(rule: Rule, id: string, tenant: Tenant): boolean {
    if (rule.id === id) return true;
    const seen = new Set<string>();
    const pending = [id];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const replacing = this.#active.get(next);
      if (seen.has(next) || replacing === undefined || !isVisibleTo(replacing, tenant)) continue;
      seen.add(next);
      if (replacing.replaces.includes(rule.id)) return true;
      pending.push(...replacing.replaces);
    }
    return false;
  }
}
