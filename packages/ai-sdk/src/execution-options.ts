import { isRecord, type CancelSignal } from "@precept/core";
import type { CallOptions } from "@precept/middleware";
import { readCallOptions } from "./call-options.ts";

/** What the SDK passes to `execute` besides the input. */
export interface ToolExecutionOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: CancelSignal | undefined;
  /** The context of AI SDK 5 and 6. */
  readonly experimental_context?: unknown;
  /** The context of AI SDK 7. */
  readonly context?: unknown;
}

/** Returns the options of the call that executes a tool. */
export function optionsOfExecution({
  abortSignal,
  experimental_context: experimental,
  context,
}: ToolExecutionOptions): CallOptions {
  const given = [context, experimental].map((one) => (isRecord(one) ? one["precept"] : undefined));
  return { signal: abortSignal, ...readCallOptions(given[0] ?? given[1], "context.precept") };
}
