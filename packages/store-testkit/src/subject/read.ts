import { compareText, type ListOptions, type RuleStore, type StoredRule } from "@precept/core";

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The ids of listed rules, in the order of the listing. */
export async function idsOf(store: RuleStore, options?: ListOptions): Promise<readonly string[]> {
  return (await collect(store.list(options))).map(({ rule }) => rule.id);
}

export async function sortedIdsOf(store: RuleStore, options?: ListOptions): Promise<readonly string[]> {
  return (await idsOf(store, options)).toSorted(compareText);
}

export async function sortedNamesOf(store: RuleStore, options?: ListOptions): Promise<readonly string[]> {
  return (await collect(store.list(options))).map(({ rule }) => rule.name).toSorted(compareText);
}

/** The rules of a listing as `get` returns them, in the order of the listing. */
export async function listedBy(store: RuleStore, options?: ListOptions): Promise<readonly StoredRule[]> {
  return (await collect(store.list(options))).map((stored) => comparableTo(store, stored));
}

/** A deep copy of all rules of a store, as `get` returns them, in the order of their ids. */
export async function snapshotOf(store: RuleStore): Promise<readonly StoredRule[]> {
  return copyOf((await listedBy(store)).toSorted(byId));
}

/** A listed rule without its cursor, if the store only has cursors in listings. */
function comparableTo({ capabilities }: RuleStore, stored: StoredRule): StoredRule {
  return capabilities.ruleCursors ? stored : { ...stored, cursor: "" };
}

export function byId(left: StoredRule, right: StoredRule): number {
  return compareText(left.rule.id, right.rule.id);
}

export function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** Changes every mutable part of a value. */
export function mutate(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    mutate(part);
    // Fails for frozen objects, which are safe.
    Reflect.set(value, key, typeof part === "number" ? part + 1 : "changed");
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push("added");
}

/** Reads a listing page by page, until a page is empty. */
export async function pagesOf(
  store: RuleStore,
  options: ListOptions & { readonly limit: number },
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<readonly (readonly StoredRule[])[]> {
  const pages: (readonly StoredRule[])[] = [];
  let { cursor } = options;
  for (;;) {
    const page = await collect(store.list(cursor === undefined ? options : { ...options, cursor }));
    if (page.length === 0) return pages;
    pages.push(page.map((stored) => comparableTo(store, stored)));
    cursor = page.at(-1)?.cursor;
    // Stops if a store returns the same page forever.
    if (pages.length > 1000) throw new Error("The pages of the listing do not end.");
    await between(pages.length);
  }
}
