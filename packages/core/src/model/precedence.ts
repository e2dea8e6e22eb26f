import { scopeRank } from "@precept/contract/values";
import { compareText } from "../text/compare-text.ts";
import type { Origin, Rule } from "./rule.ts";

/** The fields of a rule that its precedence depends on. */
export interface PrecedenceKey extends Pick<Rule, "id" | "scope"> {
  readonly origin: Pick<Origin, "store" | "overlay" | "base" | "rootOrder">;
}

/** Compares rules by precedence, highest first: scope, personal overlay, depth, order of roots, then id and store. */
export function comparePrecedence(left: PrecedenceKey, right: PrecedenceKey): number {
  return (
    scopeRank(right.scope) - scopeRank(left.scope) ||
    Number(right.origin.overlay ?? false) - Number(left.origin.overlay ?? false) ||
    baseDepth(right) - baseDepth(left) ||
    (left.origin.rootOrder ?? 0) - (right.origin.rootOrder ?? 0) ||
    compareText(left.id, right.id) ||
    compareText(left.origin.store, right.origin.store)
  );
}

/** Compares rules by name, and those with the same name by precedence. */
export function compareByName(left: PrecedenceKey & Pick<Rule, "name">, right: PrecedenceKey & Pick<Rule, "name">): number {
  return compareText(left.name, right.name) || comparePrecedence(left, right);
}

export function baseDepth(rule: Pick<PrecedenceKey, "origin">): number {
  return rule.origin.base === undefined ? 0 : rule.origin.base.split("/").length;
}

/** Whether the rules of a subdirectory govern a path of the project. An undefined path is the project itself. */
export function isWithinBase(path: string | undefined, base: string): boolean {
  return base === "" || path === base || path?.startsWith(`${base}/`) === true;
}
