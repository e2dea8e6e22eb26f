/** What is known of the time that a pattern takes. */
export type Danger =
  /** None of the texts that were made for it keeps it busy. */
  | { readonly kind: "none" }
  /** This text keeps it busy, though it has only some hundred characters. */
  | { readonly kind: "slow"; readonly text: string }
  /** It could not be tried, or not in the time there was: it may well be slow. */
  | { readonly kind: "unknown"; readonly reason: string };

/** Where what is known of patterns is kept. A `Map` is one; one that lasts saves each process the work. */
export interface DangerCache {
  get(hash: string): Danger | undefined;
  set(hash: string, danger: Danger): unknown;
}

/** A cache that holds so many entries and forgets the oldest. */
export function createDangerCache(size = 10_000): DangerCache {
  const entries = new Map<string, Danger>();
  return {
    get: (hash) => entries.get(hash),
    set(hash, danger) {
      entries.delete(hash);
      entries.set(hash, danger);
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** What speaks against a pattern, as the end of a sentence: `findRegexRisk` of a policy set takes it. Undefined for a pattern that may be used. */
export function describeDanger(danger: Danger): string | undefined {
  if (danger.kind !== "slow") return undefined;
  const { text } = danger;
  return `a text of ${text.length} characters keeps it busy, ${JSON.stringify(text.length > 24 ? `${text.slice(0, 23)}…` : text)}`;
}
