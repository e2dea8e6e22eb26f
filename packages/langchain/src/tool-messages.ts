import { isRecord, withoutUndefined } from "@precept/core";
import { ToolMessage } from "langchain";

/** Answers a tool call that was denied. */
export function answerDenied(
  { id = "", name }: { readonly id?: string | undefined; readonly name: string },
  message: string,
): ToolMessage {
  return new ToolMessage({ content: message, tool_call_id: id, name, status: "error" });
}

/** Returns the texts that a tool returned: its message, or the messages in the update of its command. */
export function contentsOf(result: unknown): readonly unknown[] {
  return messagesOf(result).map(({ content }) => content);
}

/** Appends advice to the last message that a tool returned. A command without messages is returned unchanged. */
export function appendAdvice<Result extends object>(result: Result, advice: string): Result {
  const last = messagesOf(result).at(-1);
  if (last === undefined) return result;
  const advised = new ToolMessage({ ...fieldsOf(last), content: appendText(last.content, advice) });
  // The result is a message, not a command.
  if (ToolMessage.isInstance(result)) return advised as object as Result;
  const { update } = result as { update?: { messages?: readonly unknown[] } };
  const messages = update?.messages?.map((message) => (message === last ? advised : message));
  const copy = Object.create(Object.getPrototypeOf(result) as object) as Result;
  return Object.assign(copy, result, { update: { ...update, messages } });
}

function messagesOf(result: unknown): readonly ToolMessage[] {
  if (ToolMessage.isInstance(result)) return [result];
  const update = isRecord(result) ? result["update"] : undefined;
  const messages = isRecord(update) ? update["messages"] : undefined;
  return Array.isArray(messages) ? messages.filter((message): message is ToolMessage => ToolMessage.isInstance(message)) : [];
}

function fieldsOf({ tool_call_id, id, name, status, artifact, metadata, additional_kwargs, response_metadata }: ToolMessage) {
  const given = withoutUndefined({ id, name, status, artifact: artifact as unknown, metadata });
  return { tool_call_id, additional_kwargs, response_metadata, ...given };
}

function appendText(content: ToolMessage["content"], text: string): ToolMessage["content"] {
  return typeof content === "string" ? `${content}\n\n${text}` : [...content, { type: "text", text: `\n\n${text}` }];
}
