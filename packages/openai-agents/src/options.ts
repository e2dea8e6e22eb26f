import type { CallOptions, MiddlewareOptions } from "@precept/middleware";

/** Options of {@link rulesMiddleware}. */
export interface RulesMiddlewareOptions<Context = unknown> extends MiddlewareOptions {
  /**
   * Returns the options of one run, such as the session and the user, from the run's `context`. Tools that the SDK
   * calls without this context (local shells, MCP servers, and editors in older versions) use the options.
   */
  readonly callOptionsOf?: (context: Context) => CallOptions;
}

/** The context of the run of a call, and the agent. */
export interface Caller {
  readonly context: unknown;
  readonly agent: { readonly name: string };
}

/** Returns the options of a call. The name of the agent defaults to the name of the SDK's agent. */
export function callOptionsFor<Context>(
  { agent: name, callOptionsOf }: RulesMiddlewareOptions<Context>,
  { context, agent }: Caller,
): CallOptions {
  // The SDK's types do not include the type of the context.
  return { agent: name ?? agent.name, ...callOptionsOf?.(context as Context) };
}
