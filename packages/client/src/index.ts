// Client
export { createClient, type PreceptClient } from "./create-client.ts";
export type { CallOptions, ClientOptions, RetryOptions } from "./transport/options.ts";
export type { RouteAnswerOf, RouteClient, RouteMethod, SendRoute } from "./rest/route-client.ts";
export type { JsonRouteId } from "./rest/method-names.ts";
export type { MemoryClient } from "./memory/create-memory-client.ts";
export type { Runtime } from "./transport/runtime.ts";

// Events
export type { EventsOptions, Interruption, ServerEvent } from "./events/event-options.ts";

// Errors
export { ConnectionError, type ConnectionErrorCode } from "./connection-error.ts";
export { ServerError, type ServerErrorCode } from "./server-error.ts";
