import { isRecord, type CancelSignal } from "@precept/core";
import { addRulesSection, createMessageReader, type Message } from "@precept/middleware";

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
  readonly tools?: readonly { readonly name: string }[] | undefined;
}

/** Reads the texts of the user, and the arguments of tool calls. */
export const readPrompt: (prompt: readonly PromptMessage[]) => readonly Message[] = createMessageReader({
  roleOf: ({ role }: PromptMessage) => role,
  contentOf: ({ content }: PromptMessage) => content,
  callsOf: ({ role, content }: PromptMessage) =>
    role === "assistant" && Array.isArray(content) ? (content as unknown[]) : undefined,
  toolCallsOf: (parts) =>
    parts.flatMap((part) => {
      if (!isRecord(part) || part["type"] !== "tool-call") return [];
      const { toolName, input } = part;
      return [{ name: typeof toolName === "string" ? toolName : undefined, arguments: input }];
    }),
});

/**
 * Adds the section with rules to the last of the system messages at the start of a prompt, in place of an earlier
 * section, so that the messages before it stay in the provider's prompt cache. A prompt that starts with another
 * message gets a system message.
 */
export function addRules(prompt: readonly PromptMessage[], section: string): PromptMessage[] {
  const firstOther = prompt.findIndex(({ role }) => role !== "system");
  const end = firstOther === -1 ? prompt.length : firstOther;
  const before = prompt.slice(0, Math.max(0, end - 1));
  const target: PromptMessage = prompt[end - 1] ?? { role: "system", content: "" };
  const content = addRulesSection(typeof target.content === "string" ? target.content : "", section);
  return [...before, ...(content === "" ? [] : [{ ...target, content }]), ...prompt.slice(end)];
}
