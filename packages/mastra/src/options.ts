import type { RequestContext } from "@mastra/core/request-context";
import { isRecord, withoutUndefined, type CancelSignal } from "@precept/core";
import { selectCheckOptions, type CallOptions, type CheckOptions, type MiddlewareOptions } from "@precept/middleware";

/** Options of {@link rulesProcessor}. */
export interface RulesProcessorOptions extends MiddlewareOptions {
  /**
   * Returns the options of one call, such as the user, from the request context. The session defaults to the memory
   * thread.
   */
  readonly callOptionsOf?: (requestContext: RequestContext) => CallOptions;
}

/** The arguments of a method of a processor. */
export interface ProcessorCall {
  readonly requestContext?: RequestContext | undefined;
  /** Older versions of Mastra do not pass it. */
  readonly agent?: { readonly name: string } | undefined;
  readonly abortSignal?: CancelSignal | undefined;
}

/** Returns the options of a call. The name of the agent defaults to the name of Mastra's agent. */
export function callOptionsFor(
  options: RulesProcessorOptions,
  { requestContext, agent, abortSignal }: ProcessorCall,
): CallOptions {
  const session = readThread(requestContext);
  return {
    ...withoutUndefined({ session, agent: options.agent ?? agent?.name, signal: abortSignal }),
    ...(requestContext !== undefined && options.callOptionsOf?.(requestContext)),
  };
}

/** Mastra stores the memory thread of a call under this key. */
function readThread(requestContext: RequestContext | undefined): string | undefined {
  const memory: unknown = requestContext?.get("MastraMemory");
  const thread = isRecord(memory) ? memory["thread"] : undefined;
  const id = isRecord(thread) ? thread["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

export function checkOptionsFor(options: RulesProcessorOptions, call: ProcessorCall): CheckOptions {
  return selectCheckOptions(callOptionsFor(options, call));
}
