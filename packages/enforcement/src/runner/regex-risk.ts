/** The ReDoS risk of a pattern. */
export type RegexRisk =
  /** The pattern was fast on all attack strings. */
  | { readonly kind: "none" }
  /** The pattern is slow on this attack string, although it has only a few hundred characters. */
  | { readonly kind: "slow"; readonly text: string }
  /** The pattern could not be checked, and may be slow. */
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Stores results of checking patterns. A `Map` is enough; a persistent cache saves short-lived processes from repeating
 * the checks.
 */
export interface RegexRiskCache {
  get(hash: string): RegexRisk | undefined;
  set(hash: string, risk: RegexRisk): unknown;
}

/** Creates a cache in memory that drops the oldest entries beyond its size. */
export function createRegexRiskCache(size = 10_000): RegexRiskCache {
  const entries = new Map<string, RegexRisk>();
  return {
    get: (hash) => entries.get(hash),
    set(hash, risk) {
      entries.delete(hash);
      entries.set(hash, risk);
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Describes a risk for `findRegexRisk` of a policy set; undefined if the pattern can be used. */
export function describeRegexRisk(risk: RegexRisk): string | undefined {
  if (risk.kind !== "slow") return undefined;
  const { text } = risk;
  return `it is slow on a text of ${text.length} characters: ${JSON.stringify(text.length > 24 ? `${text.slice(0, 23)}…` : text)}`;
}
