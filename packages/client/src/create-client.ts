import type { EventsOptions, ServerEvent } from "./events/event-options.ts";
import { followEvents } from "./events/follow-events.ts";
import type { MemoryClient } from "./memory/create-memory-client.ts";
import type { ClientOptions } from "./transport/options.ts";
import { createRouteClient, createSendRoute } from "./rest/create-route-client.ts";
import type { RouteClient, SendRoute } from "./rest/route-client.ts";
import { Transport } from "./transport/transport.ts";

/** A client of a server: one method for each route, the memory service, and the events. */
export type PreceptClient = RouteClient & {
  /** The memory service. Its calls use Connect. */
  readonly memory: MemoryClient;
  /**
   * Reads the events of the server. When the connection is lost, the client connects again and continues after the last
   * event. An event of the type `reset` says that events may be missing: read the current state again.
   *
   * @example
   * ```ts
   * import { createClient } from "@precept/client";
   *
   * const client = createClient({ url: "http://127.0.0.1:4141" });
   * for await (const { type, data } of client.events({ types: ["rules_changed"] })) {
   *   console.log(type, data);
   * }
   * ```
   */
  readonly events: (options?: EventsOptions) => AsyncGenerator<ServerEvent, void, undefined>;
  /** Sends a request by the id of its route, and returns the answer with its headers. */
  readonly send: SendRoute;
};

/**
 * Creates a client of a server. It works in Node and in browsers, and holds no connections.
 *
 * Errors of the server are `ServerError`s. Calls without a valid answer throw a `ConnectionError`. Requests that can
 * safely be repeated are repeated after network errors, and if the server is overloaded or restarting.
 *
 * @example
 * ```ts
 * import { createClient } from "@precept/client";
 *
 * const client = createClient({ url: "http://127.0.0.1:4141", token: "pct_…" });
 * const { prompt, applied } = await client.resolve({ prompt: "fix the cart", files: ["src/cart.tsx"] });
 * console.log(applied.map(({ name }) => name), prompt);
 * ```
 *
 * @throws TypeError if the address is not valid.
 */
export function createClient(options: ClientOptions): PreceptClient {
  const transport = new Transport(options);
  const send = createSendRoute(transport);
  return {
    ...createRouteClient(send),
    memory: createLazyMemoryClient(transport),
    events: (eventsOptions) => followEvents(transport, eventsOptions),
    send,
  };
}

/** Creates the client of the memory service. Its first call loads Connect and Protocol Buffers. */
function createLazyMemoryClient(transport: Transport): MemoryClient {
  let loaded: Promise<MemoryClient> | undefined;
  const load = () =>
    (loaded ??= import("./memory/create-memory-client.ts").then(({ createMemoryClient }) => createMemoryClient(transport)));
  return {
    getMemoryRules: async (...call) => (await load()).getMemoryRules(...call),
    searchMemoryRules: async (...call) => (await load()).searchMemoryRules(...call),
    getMemoryRuleById: async (...call) => (await load()).getMemoryRuleById(...call),
    updateRuleUsage: async (...call) => (await load()).updateRuleUsage(...call),
  };
}
