import type { Message } from "./conversation.ts";
import { readText } from "./read-text.ts";
import { readToolArguments } from "./to-json.ts";

/** Describes where the parts of a framework's messages are. */
export interface MessageFormat<Native extends object, Calls> {
  readonly roleOf: (message: Native) => Message["role"];
  /** The text or the list of parts of the message. Only read for `user` messages. */
  readonly contentOf: (message: Native) => unknown;
  /** A list of tool calls, or of parts that include them. Must return the same value for the same calls. */
  readonly callsOf: (message: Native) => Calls | undefined;
  /** Each tool call: its name, if it has one, and its arguments as an object or as their JSON text. */
  readonly toolCallsOf: (calls: Calls, message: Native) => readonly NativeToolCall[];
}

interface NativeToolCall {
  readonly name: string | undefined;
  readonly arguments: unknown;
}

/**
 * Creates a function that reads the messages of a framework. A message that was read before is not read again, unless
 * its content or its tool calls have been replaced: an agent passes the whole conversation to every model call.
 */
export function createMessageReader<Native extends object, Calls>({
  roleOf,
  contentOf,
  callsOf,
  toolCallsOf,
}: MessageFormat<Native, Calls>): (messages: readonly Native[]) => readonly Message[] {
  const known = new WeakMap<Native, { readonly content: unknown; readonly calls: unknown; readonly message: Message }>();
  const read = (native: Native): Message => {
    const content = contentOf(native);
    const calls = callsOf(native);
    const before = known.get(native);
    if (before !== undefined && before.content === content && before.calls === calls) return before.message;
    const role = roleOf(native);
    const toolCalls = (calls === undefined ? [] : toolCallsOf(calls, native)).map(({ name, arguments: args }) => ({
      name,
      arguments: readToolArguments(args),
    }));
    const message = {
      role,
      ...(role === "user" && { content: readText(content) }),
      ...(toolCalls.length > 0 && { toolCalls }),
    };
    known.set(native, { content, calls, message });
    return message;
  };
  return (messages) => messages.map(read);
}
