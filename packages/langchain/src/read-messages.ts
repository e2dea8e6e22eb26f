import { createMessageReader, type Message } from "@precept/middleware";
import { AIMessage, HumanMessage, SystemMessage, type BaseMessage } from "langchain";

function roleOf(message: BaseMessage): Message["role"] {
  if (HumanMessage.isInstance(message)) return "user";
  if (AIMessage.isInstance(message)) return "assistant";
  return SystemMessage.isInstance(message) ? "system" : "tool";
}

/** Reads the messages of LangChain. */
export const readMessages: (messages: readonly BaseMessage[]) => readonly Message[] = createMessageReader({
  roleOf,
  contentOf: (message: BaseMessage) => message.content,
  callsOf: (message: BaseMessage) => (AIMessage.isInstance(message) ? message.tool_calls : undefined),
  argumentsOf: (calls) => calls.map(({ args }) => args),
});
