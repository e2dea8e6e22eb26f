import type { ModelProtocol } from "@precept/contract/evals";
import { isRecord, type Json } from "@precept/core";
import type { JsonObject } from "./json.ts";

/** A tool that a model can call. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly schema: JsonObject;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A message of a conversation with a model. */
export type Message =
  | { readonly role: "user"; readonly text: string }
  /** An answer of the model, as the server sent it. */
  | { readonly role: "assistant"; readonly answer: JsonObject }
  | { readonly role: "tools"; readonly results: readonly { readonly id: string; readonly text: string }[] };

export interface Conversation {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
}

/** What an answer of a model says. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** A protocol of model servers, as data and three functions. */
interface Protocol {
  readonly url: string;
  /** The environment variable of the key. */
  readonly key: string;
  /** Where chats are sent, below the URL. */
  readonly path: string;
  readonly authorize: (key: string) => Readonly<Record<string, string>>;
  /** The environment variables that lead an agent to a URL. */
  readonly variables: (url: string, key: string) => Readonly<Record<string, string>>;
  readonly request: (conversation: Conversation) => JsonObject;
  readonly answer: (body: JsonObject) => Answer;
}

/** The maximum length of an answer, in tokens. */
const maxAnswerTokens = 8192;

export const protocols: Readonly<Record<ModelProtocol, Protocol>> = {
  anthropic: {
    url: "https://api.anthropic.com",
    key: "ANTHROPIC_API_KEY",
    path: "/v1/messages",
    authorize: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    variables: (url, key) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }),
    request: ({ model, system, messages, tools }) => ({
      model,
      max_tokens: maxAnswerTokens,
      ...(system !== "" && { system }),
      messages: messages.map(toAnthropic),
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
      }),
    }),
    answer: (body) => {
      const blocks = recordsIn(body["content"]);
      return {
        text: blocks.map((block) => (block["type"] === "text" ? textIn(block["text"]) : "")).join(""),
        calls: blocks.flatMap((block) =>
          block["type"] === "tool_use"
            ? [{ id: textIn(block["id"]), name: textIn(block["name"]), input: recordIn(block["input"]) }]
            : [],
        ),
      };
    },
  },
  openai: {
    url: "https://api.openai.com/v1",
    key: "OPENAI_API_KEY",
    path: "/chat/completions",
    authorize: (key) => ({ authorization: `Bearer ${key}` }),
    variables: (url, key) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: key }),
    request: ({ model, system, messages, tools }) => ({
      model,
      messages: [...(system === "" ? [] : [{ role: "system", content: system }]), ...messages.flatMap(toOpenAi)],
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema }) => ({
          type: "function",
          function: { name, description, parameters: schema },
        })),
      }),
    }),
    answer: (body) => {
      const message = messageOf(body);
      return {
        text: textIn(message["content"]),
        calls: recordsIn(message["tool_calls"]).map((call) => {
          const asked = recordIn(call["function"]);
          return { id: textIn(call["id"]), name: textIn(asked["name"]), input: parseInput(textIn(asked["arguments"])) };
        }),
      };
    },
  },
};

function toAnthropic(message: Message): JsonObject {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.text };
    case "assistant":
      return { role: "assistant", content: message.answer["content"] ?? [] };
    case "tools":
      return {
        role: "user",
        content: message.results.map(({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text })),
      };
  }
}

function toOpenAi(message: Message): readonly JsonObject[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }];
    case "assistant":
      return [messageOf(message.answer)];
    case "tools":
      return message.results.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text }));
  }
}

function messageOf(body: JsonObject): JsonObject {
  return recordIn(recordsIn(body["choices"])[0]?.["message"]);
}

function parseInput(text: string): JsonObject {
  try {
    return recordIn(JSON.parse(text) as Json);
  } catch {
    return {};
  }
}

function recordIn(value: Json | undefined): JsonObject {
  return isRecord(value) ? value : {};
}

function recordsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(recordIn) : [];
}

function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
