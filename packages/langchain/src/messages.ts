import { withoutUndefined } from "@precept/core";
import { addRulesSection, createMessageReader, delimitRulesSection, removeRulesSection, type Message } from "@precept/middleware";
import { AIMessage, HumanMessage, SystemMessage, type BaseMessage } from "langchain";

export const readMessages: (messages: readonly BaseMessage[]) => readonly Message[] = createMessageReader({
  roleOf,
  contentOf: (message: BaseMessage) => message.content,
  callsOf: (message: BaseMessage) => (AIMessage.isInstance(message) ? message.tool_calls : undefined),
  toolCallsOf: (calls) => calls.map(({ name, args }) => ({ name, arguments: args })),
});

function roleOf(message: BaseMessage): Message["role"] {
  if (HumanMessage.isInstance(message)) return "user";
  if (AIMessage.isInstance(message)) return "assistant";
  return SystemMessage.isInstance(message) ? "system" : "tool";
}

/**
 * Adds the section with rules to a system message, in place of an earlier section. Does not change the other blocks and
 * their cache marks.
 */
export function addRules(message: SystemMessage, section: string): SystemMessage {
  const { content } = message;
  if (typeof content === "string") return withContent(message, addRulesSection(content, section));
  const blocks = content.flatMap((block) => {
    if (block.type !== "text" || typeof block["text"] !== "string") return [block];
    const text = removeRulesSection(block["text"]);
    return text === "" ? [] : [text === block["text"] ? block : { ...block, text }];
  });
  const added = section === "" ? [] : [{ type: "text", text: `\n\n${delimitRulesSection(section)}` }];
  return withContent(message, [...blocks, ...added]);
}

function withContent(message: SystemMessage, content: SystemMessage["content"]): SystemMessage {
  const { id, name, additional_kwargs, response_metadata } = message;
  return new SystemMessage({ content, additional_kwargs, response_metadata, ...withoutUndefined({ id, name }) });
}
