import type { CancelSignal } from "@precept/core";

/** A message of a prompt, as language models of AI SDK 5, 6 and 7 receive it. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The text of a system message, or the parts of another message. */
  readonly content: unknown;
}

/** The part of the options of a model call that the middleware uses. */
export interface ModelCallParams {
  readonly prompt: readonly PromptMessage[];
  /** The options under `precept` are for the middleware and not passed to the provider: see `RulesCallOptions`. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
  readonly abortSignal?: CancelSignal | undefined;
}
