import { pushAll } from "./lists.ts";
import type { Rule } from "./rule.ts";
import { isVisibleTo, type Tenant } from "./tenant.ts";
import { isWithinBase } from "./precedence.ts";
import type { RuleStatus } from "@precept/contract/values";

/**
 * The active rules of one store that supersede others through `replaces`. Superseded rules count too, so of a chain
 * only the last rule is not superseded. The rules of a cycle do not supersede one another. A rule of a subdirectory
 * supersedes only rules of that subdirectory.
 */
export class Supersession {
  readonly #active = new Map<string, Rule>();
  readonly #replacing = new Map<string, Rule[]>();
  #suspects: ReadonlySet<string> | undefined;

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

  /** Returns the rule that supersedes a rule for a tenant; undefined if there is none. */
  by(replaced: Rule, tenant: Tenant): Rule | undefined {
    const { id } = replaced;
    return this.#replacing
      .get(id)
      ?.find((rule) => governs(rule, replaced) && isVisibleTo(rule, tenant) && !this.#isInCycle(rule, id, tenant));
  }

  /** Whether the rule with an id, for a tenant, replaces the rule that replaces it: directly or through others. */
  #isInCycle(rule: Rule, id: string, tenant: Tenant): boolean {
    this.#suspects ??= findSuspects(this.#active);
    if (!this.#suspects.has(id) || !this.#suspects.has(rule.id)) return false;
    const seen = new Set<string>();
    const pending = [id];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next === rule.id) return true;
      const replacing = this.#active.get(next);
      if (seen.has(next) || replacing === undefined || !isVisibleTo(replacing, tenant)) continue;
      seen.add(next);
      pushAll(
        pending,
        replacing.replaces.filter((replaced) => governs(replacing, this.#active.get(replaced))),
      );
    }
    return false;
  }
}

function governs({ origin }: Rule, other: Rule | undefined): boolean {
  return origin.base === undefined || isWithinBase(other?.origin.base, origin.base);
}

/** The ids of all rules in a cycle for some tenant, and possibly more. Linear time, unlike the search for one rule. */
function findSuspects(rules: ReadonlyMap<string, Rule>): ReadonlySet<string> {
  const suspects = new Set(rules.keys());
  const replacedBy = new Map<string, number>();
  for (const { replaces } of rules.values())
    for (const id of new Set(replaces)) replacedBy.set(id, (replacedBy.get(id) ?? 0) + 1);
  // Remove the rules that no remaining rule replaces, until only cycles and what they replace remain.
  const ends = [...rules.keys()].filter((id) => !replacedBy.has(id));
  for (let id = ends.pop(); id !== undefined; id = ends.pop()) {
    suspects.delete(id);
    for (const replaced of new Set(rules.get(id)?.replaces)) {
      const remaining = (replacedBy.get(replaced) ?? 0) - 1;
      replacedBy.set(replaced, remaining);
      if (remaining === 0 && rules.has(replaced)) ends.push(replaced);
    }
  }
  return suspects;
}

/** @param superseded whether an active rule lists it in its `replaces`. */
export function statusOf(rule: Pick<Rule, "enabled" | "pending">, superseded: boolean): RuleStatus {
  if (superseded) return "superseded";
  if (!rule.enabled) return "disabled";
  return rule.pending ? "pending" : "active";
}

/** Finds a cycle of `replaces` through a rule: the ids along it, with its own id first and last. */
export function findReplacementCycle(rule: Rule, find: (id: string) => Rule | undefined): readonly string[] | undefined {
  const reachedFrom = new Map<string, string>();
  const pending: { readonly id: string; readonly replaces: readonly string[] }[] = [rule];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const id of next.replaces) {
      if (id === rule.id) return [...pathTo(next.id, rule.id, reachedFrom), id];
      if (reachedFrom.has(id)) continue;
      reachedFrom.set(id, next.id);
      pending.push({ id, replaces: find(id)?.replaces ?? [] });
    }
  }
  return undefined;
}

function pathTo(id: string, from: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [id];
  for (let current: string | undefined = id; current !== undefined && current !== from; current = reachedFrom.get(current))
    path.push(reachedFrom.get(current) ?? from);
  return path.toReversed();
}
