import type { CallOptions, MiddlewareOptions } from "@precept/middleware";

/** Options of {@link rulesMiddleware}: those of all adapters, and `callOptionsOf`. */
export interface RulesMiddlewareOptions<Context = unknown> extends MiddlewareOptions {
  /**
   * Returns what is different from run to run, such as the session and the user, from the `context` that the run was
   * started with. Tools that the SDK calls without this context (local shells, MCP servers, and editors in older
   * versions) use the options.
   */
  readonly callOptionsOf?: (context: Context) => CallOptions;
}

/** What a call is made for: the context of its run, and the agent. */
export interface Caller {
  readonly context: unknown;
  readonly agent: { readonly name: string };
}

/** Returns the options of a call. The name of the agent is that of the SDK's agent, unless the options name one. */
export function callOptionsFor<Context>(
  { agent: name, callOptionsOf }: RulesMiddlewareOptions<Context>,
  { context, agent }: Caller,
): CallOptions {
  // The SDK does not pass on the type of the context.
  return { agent: name ?? agent.name, ...callOptionsOf?.(context as Context) };
}
