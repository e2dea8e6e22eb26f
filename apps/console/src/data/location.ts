import { computed, signal } from "@preact/signals";

/** What the address of the page says: `#/explain?file=src/cart.tsx`. Browsers do not send this part of it to servers. */
export interface PageLocation {
  /** The id of a page. */
  readonly page: string;
  readonly params: URLSearchParams;
}

const hash = signal(location.hash);

addEventListener("hashchange", () => {
  hash.value = location.hash;
});

/** Where the user is. */
export const pageLocation = computed<PageLocation>(() => {
  const [path = "", query = ""] = hash.value.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { page: path, params: new URLSearchParams(query) };
});

/** The values of a parameter: a list if it may occur several times. An empty one is left out. */
export type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the address of a page with parameters, for links. */
export function hrefOf(page: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value ?? []].flat()) if (one !== "") query.append(name, one);
  }
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%40", "@").replaceAll("%3A", ":");
  return `#/${page}${text === "" ? "" : `?${text}`}`;
}

/** Changes parameters of the address, and keeps the others. Replaces the entry of the history: users type. */
export function changeParams(changed: Params): void {
  const { page, params } = pageLocation.value;
  const others = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
  history.replaceState(null, "", hrefOf(page, { ...others, ...changed }));
  hash.value = location.hash;
}
