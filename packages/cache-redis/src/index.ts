export { createRedisRuleCache, type RedisRuleCache, type RedisServer } from "./rule-cache.ts";
export type { RedisCacheOptions } from "./options.ts";
