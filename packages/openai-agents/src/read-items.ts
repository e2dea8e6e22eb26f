import type { AgentInputItem } from "@openai/agents";
import { createMessageReader, type Message } from "@precept/middleware";

/** Reads the input items of a model call. */
export const readItems: (items: readonly AgentInputItem[]) => readonly Message[] = createMessageReader({
  roleOf,
  contentOf: (item: AgentInputItem) => ("content" in item ? item.content : undefined),
  callsOf: argumentsOf,
  toolCallsOf: (given, item) => [{ name: "name" in item ? item.name : undefined, arguments: given }],
});

function roleOf(item: AgentInputItem): Message["role"] {
  if ("role" in item) return item.role;
  return argumentsOf(item) === undefined ? "tool" : "assistant";
}

/** Returns the arguments of a tool call, which can name files. */
function argumentsOf(item: AgentInputItem): unknown {
  if (item.type === "function_call" || item.type === "hosted_tool_call") return item.arguments;
  if (item.type === "shell_call") return item.action;
  return item.type === "apply_patch_call" ? item.operation : undefined;
}

/** Returns the text of the messages of the user that the model has not answered yet. */
export function readPrompt(input: string | readonly AgentInputItem[]): string {
  if (typeof input === "string") return input;
  const messages = readItems(input);
  const answered = messages.findLastIndex(({ role }) => role === "assistant" || role === "tool");
  return messages
    .slice(answered + 1)
    .flatMap(({ content = "" }) => (content === "" ? [] : [content]))
    .join("\n\n");
}
