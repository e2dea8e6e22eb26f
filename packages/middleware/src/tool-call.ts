import type { PolicyContext } from "@precept/governance";
import type { CheckOptions } from "./check-options.ts";

/** A call of a tool by the model. */
export interface ToolCall extends CheckOptions {
  readonly name: string;
  /** The arguments: an object, or its JSON text. */
  readonly arguments: unknown;
  /** The id that the framework gave to the call. */
  readonly id?: string | undefined;
  /** Further values that the `context_filter` of policies is compared with, besides `event` and `tool`. */
  readonly context?: PolicyContext;
}
