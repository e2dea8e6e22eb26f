import { isRecord } from "@precept/core";
import { createMessageReader, type Message } from "@precept/middleware";
import type { PromptMessage } from "./model-call-params.ts";

/** Reads the prompt of a model call: the texts of the user, and the arguments of tool calls. */
export const readPrompt: (prompt: readonly PromptMessage[]) => readonly Message[] = createMessageReader({
  roleOf: ({ role }: PromptMessage) => role,
  contentOf: ({ content }: PromptMessage) => content,
  callsOf: ({ role, content }: PromptMessage) =>
    role === "assistant" && Array.isArray(content) ? (content as unknown[]) : undefined,
  argumentsOf: (parts) => parts.flatMap((part) => (isRecord(part) && part["type"] === "tool-call" ? [part["input"]] : [])),
});
