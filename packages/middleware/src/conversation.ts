import type { ConversationMessage, ResolveRequest } from "@precept/core";

/** A message of a conversation, in no framework's format. */
export interface Message extends ConversationMessage {
  /** Only texts of `user` messages can refer to rules. The tool calls of all messages can refer to files. */
  readonly role: "system" | "user" | "assistant" | "tool";
}

/**
 * Reads a request from a conversation. The last text of the user is its prompt. References are found in all texts of
 * the user, and file paths in the arguments of all tool calls.
 *
 * Texts of the model and results of tools are ignored. Otherwise a model that repeats its instructions, or a file that
 * mentions other files, would add rules.
 */
export function readConversation(messages: readonly Message[]): Pick<ResolveRequest, "prompt" | "messages"> {
  const lastUser = messages.findLastIndex(({ role, content }) => role === "user" && content !== undefined);
  const others: ConversationMessage[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === "user" && at !== lastUser) others.push(message);
    else if ((message.toolCalls ?? []).length > 0) others.push(withoutText(message));
  }
  const prompt = messages[lastUser]?.content;
  return { ...(prompt !== undefined && { prompt }), messages: others };
}

/** Returns the same object for the same message, since its references are cached by identity. */
const withoutTexts = new WeakMap<Message, ConversationMessage>();

function withoutText(message: Message): ConversationMessage {
  const { toolCalls = [] } = message;
  const known = withoutTexts.get(message);
  if (known?.toolCalls === toolCalls) return known;
  const calls = { toolCalls };
  withoutTexts.set(message, calls);
  return calls;
}

/** Whether the user has spoken last, so that a new turn begins. */
export function startsTurn(messages: readonly Message[]): boolean {
  return messages.at(-1)?.role === "user";
}
