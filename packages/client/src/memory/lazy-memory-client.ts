import type { Transport } from "../transport/transport.ts";
import type { MemoryClient } from "./create-memory-client.ts";

/** Creates the client of the memory service. Its first call loads Connect and Protocol Buffers. */
export function createLazyMemoryClient(transport: Transport): MemoryClient {
  let loaded: Promise<MemoryClient> | undefined;
  const load = () => (loaded ??= import("./create-memory-client.ts").then((module) => module.createMemoryClient(transport)));
  return {
    getMemoryRules: async (request, options) => (await load()).getMemoryRules(request, options),
    searchMemoryRules: async (request, options) => (await load()).searchMemoryRules(request, options),
    getMemoryRuleById: async (request, options) => (await load()).getMemoryRuleById(request, options),
    updateRuleUsage: async (request, options) => (await load()).updateRuleUsage(request, options),
  };
}
