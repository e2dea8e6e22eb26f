import { PreceptError, type RateLimiter } from "@precept/core";
import { RedisConnection } from "./connection.ts";
import { completeOptions, type RedisCacheOptions } from "./options.ts";

const minute = 60_000;

/**
 * Uses an allowance, by the clock of the server, in one step. The algorithm is in `takeAllowance`. Times are in microseconds, which
 * numbers of Lua represent exactly. The key expires when its allowance is full, as if it had never been used.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local fullAt = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + interval
local wait = fullAt - now - 60000000
if wait > interval / 2 then return math.max(1, math.ceil(wait / 1000)) end
redis.call('SET', KEYS[1], string.format('%.0f', fullAt), 'PX', math.ceil((fullAt - now) / 1000))
return 0`;

export interface RedisRatesOptions extends Pick<RedisCacheOptions, "url" | "timeoutMs" | "connectTimeoutMs"> {
  /** The beginning of the keys. Servers that count together have the same. Default `precept`. */
  readonly prefix?: string;
}

export interface RedisRates extends RateLimiter, AsyncDisposable {}

/**
 * Creates a rate limiter whose allowances are in Redis 6 or newer, or in Valkey, for all servers with the same prefix. It is exact
 * as long as Redis keeps its data: after a restart without a disk, all allowances are full.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`
 */
export function createRedisRates({ prefix = "precept", ...options }: RedisRatesOptions): RedisRates {
  const connection = new RedisConnection(completeOptions(options));
  let isClosed = false;
  return {
    async take(key, perMinute) {
      if (isClosed) throw new PreceptError("STORE_CLOSED", { store: "redis" });
      if (perMinute === Infinity) return 0;
      const interval = String((minute / perMinute) * 1000);
      // As JSON, because Redis would replace unpaired surrogates, and so count two keys together.
      return Number(await connection.send(["EVAL", takeScript, "1", `${prefix}:rate:${JSON.stringify(key)}`, interval]));
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await connection[Symbol.asyncDispose]();
    },
  };
}
