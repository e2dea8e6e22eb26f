import type { ListOptions, RuleStore, StoredRule } from "@precept/core";

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export async function idsOf(store: RuleStore, options?: ListOptions): Promise<readonly string[]> {
  return (await collect(store.list(options))).map(({ rule }) => rule.id);
}

/** A deep copy of all rules of a store. */
export async function snapshotOf(store: RuleStore): Promise<readonly StoredRule[]> {
  return copyOf(await collect(store.list()));
}

/** A deep copy of a JSON value. */
export function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
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
    pages.push(page);
    cursor = page.at(-1)?.cursor;
    // Stops if a store returns the same page forever.
    if (pages.length > 1000) throw new Error("The pages of the listing do not end.");
    await between(pages.length);
  }
}
