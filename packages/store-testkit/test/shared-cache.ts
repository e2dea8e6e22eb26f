import { setTimeout as wait } from "node:timers/promises";
import type { RuleCache } from "@precept/core";
import type { OpenRuleCache, RuleCacheSuite } from "../src/rule-cache/suite.ts";

/** What the clients of a shared cache have in common. */
interface SharedTexts {
  readonly texts: Map<string, { readonly text: string; readonly expiresAt: number }>;
  time: number;
}

/** How a cache differs from a correct one. */
export type CacheMutation = (cache: RuleCache, shared: SharedTexts) => Partial<RuleCache>;

const waitMs = 100;
const mark = "reading";

/** A correct cache that several clients share, or one with a mutation. The reference of the contract's mutants. */
function createSharedCache(shared: SharedTexts, mutation: CacheMutation = () => ({})): RuleCache {
  const { texts } = shared;
  const cache: RuleCache = {
    async get(key, { signal } = {}) {
      signal?.throwIfAborted();
      const giveUpAt = performance.now() + waitMs;
      for (;;) {
        const found = texts.get(key);
        if (found === undefined || found.expiresAt <= shared.time) {
          texts.set(key, { text: mark, expiresAt: shared.time + 1000 });
          return undefined;
        }
        if (found.text !== mark) return unseal(key, found.text);
        if (performance.now() >= giveUpAt) return undefined;
        await wait(5);
      }
    },
    async set(key, value, { ttlMs, signal }) {
      signal?.throwIfAborted();
      texts.set(key, { text: seal(key, value), expiresAt: shared.time + ttlMs });
    },
    async delete(key, { signal } = {}) {
      signal?.throwIfAborted();
      texts.delete(key);
    },
  };
  return { ...cache, ...mutation(cache, shared) };
}

/** A checksum that the changes of the contract do not keep. */
function seal(key: string, value: string): string {
  let sum = 0;
  for (const character of `${key.length} ${key}${value}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return `${sum} ${value}`;
}

function unseal(key: string, text: string): string | undefined {
  const value = text.slice(text.indexOf(" ") + 1);
  return seal(key, value) === text ? value : undefined;
}

function opened(cache: RuleCache): OpenRuleCache {
  return { cache, [Symbol.asyncDispose]: async () => undefined };
}

export function sharedCacheSuite(mutation?: CacheMutation): RuleCacheSuite {
  const shares = new WeakMap<RuleCache, SharedTexts>();
  let last: SharedTexts | undefined;
  const openOn = (shared: SharedTexts): RuleCache => {
    const cache = createSharedCache(shared, mutation);
    shares.set(cache, shared);
    last = shared;
    return cache;
  };
  const sharedOf = (cache: RuleCache): SharedTexts => shares.get(cache) ?? { texts: new Map(), time: 0 };
  return {
    open: async () => opened(openOn({ texts: new Map(), time: 0 })),
    peer: async (cache) => opened(openOn(sharedOf(cache))),
    async pass(ms) {
      if (last !== undefined) last.time += ms;
    },
    waitMs,
    stored: {
      read: async (cache, key) => sharedOf(cache).texts.get(key)?.text ?? "",
      async write(cache, key, text) {
        sharedOf(cache).texts.set(key, { text, expiresAt: Number.POSITIVE_INFINITY });
      },
    },
  };
}
