import { setTimeout as wait } from "node:timers/promises";
import type { Cancellable, RuleCache, RuleCacheEntryOptions, StoreState } from "@precept/core";
import { RedisConnection } from "./connection.ts";
import { failed } from "./failure.ts";
import { completeOptions, type CompleteOptions, type RedisCacheOptions } from "./options.ts";
import { readingMark, seal, unseal } from "./sealed-value.ts";

/** For how long a process is expected to read the rules of a key, in milliseconds. */
const readingMs = 2000;

/** The first delay between two requests for the value that another process reads, in milliseconds. It doubles each time. */
const firstDelayMs = 4;

/** Returns the value of a key. If there is none, marks the key as being read, in the same step. */
const getOrMark =
  "local v = redis.call('GET', KEYS[1]) if v then return v end redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return false";

/** A cache of rules in Redis. */
export interface RedisRuleCache extends RuleCache, AsyncDisposable {
  /** `failed` with the reason from a failed call until the next one that succeeds. */
  state(): StoreState;
  /** Asks the server whether it answers. @throws PreceptError `STORE_FAILED` */
  check(): Promise<RedisServer>;
}

/** What a server says about itself. Without the right to ask, everything is undefined. */
export interface RedisServer {
  /** Such as `7.0.15`. A Valkey server names the version of Redis that it is compatible with. */
  readonly version: string | undefined;
  /** What the server does when its memory is full, such as `noeviction`. */
  readonly maxmemoryPolicy: string | undefined;
  /** The limit of its memory in bytes. 0: no limit. */
  readonly maxmemory: number | undefined;
}

/**
 * Creates a cache of rules in Redis 6 or newer, or in Valkey, for all processes that have the same store open. The first
 * call connects.
 *
 * - A value is returned as it was set for its key, or not at all: a damaged value, or one of another key, is rejected.
 * - Of several processes that miss a value at the same time, one reads the rules. The others wait for its value for at most
 *   `waitMs`.
 * - A call rejects with `STORE_FAILED` after `timeoutMs`. After three failures in a row, calls reject immediately for half
 *   a second or longer, until one succeeds.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`
 *
 * @example
 * ```ts
 * import { cachedStore, createMemoryStore } from "@precept/core";
 * import { createRedisRuleCache } from "@precept/cache-redis";
 *
 * await using cache = createRedisRuleCache({ url: "redis://localhost:6379" });
 * await using store = cachedStore(createMemoryStore(), { now: () => performance.now(), l2: { cache } });
 * ```
 */
export function createRedisRuleCache(options: RedisCacheOptions): RedisRuleCache {
  const complete = completeOptions(options);
  return new SharedRuleCache(new RedisConnection(complete), complete);
}

class SharedRuleCache implements RedisRuleCache {
  readonly #connection: RedisConnection;
  readonly #options: CompleteOptions;

  constructor(connection: RedisConnection, options: CompleteOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  async get(key: string, { signal }: Cancellable = {}): Promise<string | undefined> {
    const giveUpAt = performance.now() + this.#options.waitMs;
    for (let delayMs = firstDelayMs; ; delayMs *= 2) {
      const found = await this.#connection.send(["EVAL", getOrMark, "1", key, readingMark, String(readingMs)], signal);
      if (typeof found !== "string") return undefined;
      if (found !== readingMark) {
        const value = unseal(key, found);
        if (value === undefined) throw failed("a value is damaged, or was written for another key");
        return value;
      }
      const left = giveUpAt - performance.now();
      if (left <= 0) return undefined;
      await wait(Math.min(delayMs, left));
    }
  }

  async set(key: string, value: string, { ttlMs, signal }: RuleCacheEntryOptions): Promise<void> {
    const { maxValueBytes } = this.#options;
    const sealed = seal(key, value);
    if (Buffer.byteLength(sealed) > maxValueBytes) {
      // No other process needs to wait for it.
      await this.delete(key, { signal });
      throw failed(`a value is longer than ${maxValueBytes} bytes; raise \`maxValueBytes\``);
    }
    await this.#connection.send(["SET", key, sealed, "PX", String(Math.max(1, Math.round(ttlMs)))], signal);
  }

  async delete(key: string, { signal }: Cancellable = {}): Promise<void> {
    await this.#connection.send(["DEL", key], signal);
  }

  state(): StoreState {
    return this.#connection.state;
  }

  async check(): Promise<RedisServer> {
    await this.#connection.send(["PING"]);
    const [server, memory] = [await this.#section("server"), await this.#section("memory")];
    const maxmemory = memory.get("maxmemory");
    return {
      version: server.get("redis_version"),
      maxmemoryPolicy: memory.get("maxmemory_policy"),
      maxmemory: maxmemory === undefined ? undefined : Number(maxmemory),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]();
  }

  async #section(name: string): Promise<ReadonlyMap<string, string>> {
    const text = await this.#connection.send(["INFO", name]).catch(() => "");
    return new Map(
      String(text)
        .split("\r\n")
        .flatMap((line) => {
          const colon = line.indexOf(":");
          return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : [];
        }),
    );
  }
}
