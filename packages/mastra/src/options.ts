import type { RequestContext } from "@mastra/core/request-context";
import { isRecord, type CancelSignal } from "@precept/core";
import { selectCheckOptions, type CallOptions, type CheckOptions, type MiddlewareOptions } from "@precept/middleware";

/** Options of {@link rulesProcessor}: those of all adapters, and `callOptionsOf`. */
export interface RulesProcessorOptions extends MiddlewareOptions {
  /**
   * Returns what is different from call to call, such as the user, from the request context. The session is the memory
   * thread, unless it is in here.
   */
  readonly callOptionsOf?: (requestContext: RequestContext) => CallOptions;
}

/** What a method of a processor is called with. */
export interface ProcessorCall {
  readonly requestContext?: RequestContext | undefined;
  /** Older versions of Mastra do not pass it. */
  readonly agent?: { readonly name: string } | undefined;
  readonly abortSignal?: CancelSignal | undefined;
}

/** Returns the options of a call. The name of the agent is that of Mastra's agent, unless the options name one. */
export function callOptionsFor(
  options: RulesProcessorOptions,
  { requestContext, agent, abortSignal }: ProcessorCall,
): CallOptions {
  const name = options.agent ?? agent?.name;
  const session = readThread(requestContext);
  return {
    ...(session !== undefined && { session }),
    ...(name !== undefined && { agent: name }),
    ...(abortSignal !== undefined && { signal: abortSignal }),
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

/** Returns the options of a call that a check of a tool call or of a message uses. */
export function checkOptionsFor(options: RulesProcessorOptions, call: ProcessorCall): CheckOptions {
  return selectCheckOptions(callOptionsFor(options, call));
}
