import type { TokenCounter } from "@precept/core";
import { cacheCounts, type CachedCounts } from "./cache-counts.ts";
import { tokenCounters, type LoadedCounter, type TokenCounterId } from "./counter-table.ts";
import { findModelFamily, type ModelFamily } from "./model-families.ts";

/** What counts the tokens, and for which model. */
export interface TokenCounterConfig {
  /** Default `tokenx`. */
  readonly counter?: TokenCounterId | undefined;
  /** The id of the model that reads the texts, such as `claude-opus-4-7`. Default: no factor is applied. */
  readonly model?: string | undefined;
}

/** Creates token counters. Counters with the same encoding share a cache of counts. */
export type TokenCounterFactory = (config?: TokenCounterConfig) => Promise<TokenCounter>;

/**
 * Creates a factory of token counters. Each counter is loaded once, when it is first needed.
 *
 * @example
 * ```ts
 * import { createTokenCounters } from "@precept/token-counters";
 *
 * const tokenCounterFor = createTokenCounters();
 * const counter = await tokenCounterFor({ model: "claude-opus-4-7" });
 * console.log(counter.id, counter.count("Use named exports."));
 * ```
 */
export function createTokenCounters(): TokenCounterFactory {
  const loaded = new Map<string, CachedCounter | Promise<CachedCounter>>();
  const created = new Map<string, TokenCounter>();
  return async ({ counter = "tokenx", model } = {}) => {
    const family = model === undefined ? undefined : findModelFamily(model);
    // By family, since models have any number of ids.
    const key = `${counter} ${family?.id ?? ""}`;
    const known = created.get(key);
    if (known !== undefined) return known;
    const base = `${counter} ${family?.encoding ?? ""}`;
    const found = loaded.get(base) ?? load(counter, family);
    loaded.set(base, found);
    try {
      const result = scale(counter, await found, family);
      created.set(key, result);
      return result;
    } catch (error) {
      // The package may be installed later.
      loaded.delete(base);
      throw error;
    }
  };
}

/** Creates a token counter. Throws `TOKEN_COUNTER_FAILED` if the package that it needs is not installed. */
export async function createTokenCounter(config: TokenCounterConfig = {}): Promise<TokenCounter> {
  return createTokenCounters()(config);
}

/** A loaded counter with a cache, which the families share. */
type CachedCounter = Pick<LoadedCounter, "method"> & CachedCounts;

function load(counter: TokenCounterId, family: ModelFamily | undefined): CachedCounter | Promise<CachedCounter> {
  const opened = tokenCounters[counter].open(family);
  return opened instanceof Promise ? opened.then(cache) : cache(opened);
}

function cache({ method, count }: LoadedCounter): CachedCounter {
  return { method, ...cacheCounts(count) };
}

function scale(counter: TokenCounterId, { method, count, known }: CachedCounter, family: ModelFamily | undefined): TokenCounter {
  const factor = family?.factors[method] ?? 1;
  const isExact = counter === "gpt-tokenizer" && family?.encoding === method;
  // Rounded first, because 20 × 1.05 is slightly more than 21.
  const multiply = (tokens: number): number => Math.ceil(Math.round(tokens * factor * 1000) / 1000);
  return {
    id: [method === counter ? counter : `${counter}:${method}`, ...(family === undefined ? [] : [family.id])].join(" for "),
    isExact,
    addsUpByLines: true,
    count: factor === 1 ? count : (text) => multiply(count(text)),
    known: (text) => {
      const tokens = known(text);
      return tokens === undefined ? undefined : multiply(tokens);
    },
  };
}
