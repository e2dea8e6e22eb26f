import { PreceptError } from "../model/error.ts";
import type { Rule } from "../model/rule.ts";
import { compareText } from "../text/compare-text.ts";

export interface RulePage<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** Which page to select. A cursor names the last rule of the previous page. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** Selects a page of sorted rules. Rules that are added or deleted between two pages do not affect the others. */
export function pageSorted(rules: readonly Rule[], request: PageRequest): RulePage<Rule> {
  const last = request.cursor === undefined ? undefined : readCursor(request.cursor);
  const start = last === undefined ? 0 : rules.findIndex((rule) => compareStoredRules(last, rule) < 0);
  return pageFrom(start < 0 ? rules.length : start, rules, (rule) => rule, request);
}

/** Selects a page of items in any order. Rejects a cursor whose rule is gone: any page after it could lack rules. */
export function pageAfter<Item>(items: readonly Item[], ruleOf: (item: Item) => Rule, request: PageRequest): RulePage<Item> {
  const { cursor } = request;
  const last = cursor === undefined ? -1 : items.findIndex((item) => cursorOf(ruleOf(item)) === cursor);
  if (cursor !== undefined && last < 0) throw invalidCursor("its rule is not in this list");
  return pageFrom(last + 1, items, ruleOf, request);
}

function pageFrom<Item>(
  start: number,
  items: readonly Item[],
  ruleOf: (item: Item) => Rule,
  { limit }: PageRequest,
): RulePage<Item> {
  const page = items.slice(start, start + limit);
  const end = page.at(-1);
  return { items: page, next: end === undefined || start + limit >= items.length ? undefined : cursorOf(ruleOf(end)) };
}

/** The cursor after a rule, which also identifies it among all stores. */
export function cursorOf({ id, origin }: StoredRuleKey): string {
  return JSON.stringify([id, origin.store]);
}

function readCursor(cursor: string): StoredRuleKey {
  const parts = parse(cursor);
  const [id, store] = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  if (typeof id !== "string" || typeof store !== "string") throw invalidCursor("it is not a `next_cursor`");
  return { id, origin: { store } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalidCursor(problem: string): PreceptError<"REQUEST_INVALID"> {
  return new PreceptError("REQUEST_INVALID", { reasons: [`cursor: ${problem}; start with the first page`] });
}

export type StoredRuleKey = Pick<Rule, "id"> & { readonly origin: Pick<Rule["origin"], "store"> };

/** Compares rules by id, then by store: an order that does not depend on other rules, as pages need it. */
export function compareStoredRules(left: StoredRuleKey, right: StoredRuleKey): number {
  return compareText(left.id, right.id) || compareText(left.origin.store, right.origin.store);
}
