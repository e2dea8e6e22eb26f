import { requestRulesToolName, type ConversationMessage, type Json, type ResolveRequest } from "@precept/core";

/** A message of a conversation, in no framework's format. */
export interface Message extends ConversationMessage {
  /** Only texts of `user` messages can refer to rules. The tool calls of all messages can refer to files. */
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly toolCalls?: readonly { readonly name?: string | undefined; readonly arguments: Json }[];
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
    else if (message.toolCalls?.some((call) => !isRequestForRules(call)) === true) others.push(toolCallsOf(message));
  }
  const prompt = messages[lastUser]?.content;
  return { ...(prompt !== undefined && { prompt }), messages: others };
}

/** Returns the same object for the same message, since its references are cached by identity. */
const readCalls = new WeakMap<Message, { readonly from: unknown; readonly calls: ConversationMessage }>();

/** The tool calls of a message that can refer to files. */
function toolCallsOf(message: Message): ConversationMessage {
  const { toolCalls = [] } = message;
  const known = readCalls.get(message);
  if (known?.from === toolCalls) return known.calls;
  const calls = { toolCalls: toolCalls.filter((call) => !isRequestForRules(call)) };
  readCalls.set(message, { from: toolCalls, calls });
  return calls;
}

/** Whether the user has spoken last, so that a new turn begins. */
export function startsTurn(messages: readonly Message[]): boolean {
  return messages.at(-1)?.role === "user";
}

/** Whether a call is one of the tool that asks for rules. The names in it refer to no files. */
export function isRequestForRules({ name }: { readonly name?: string | undefined }): boolean {
  return name === requestRulesToolName;
}
