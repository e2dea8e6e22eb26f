import type { ModelAnswer } from "./step.ts";

/** A protocol between an agent and a model server. */
export type WireName = "anthropic" | "chat" | "responses" | "gemini";

/** What the wire formats share of an answer. */
interface Answered {
  /** The number of the answer, from 1: ids contain it. */
  readonly count: number;
  readonly answer: ModelAnswer;
  /** The number of input tokens that the server reports. */
  readonly tokens: number;
  readonly model: string;
}

type Body = Readonly<Record<string, unknown>>;

/** How a wire format writes an answer: as one body, and as the events of a stream. */
interface Wire {
  readonly body: (answered: Answered) => Body;
  /** Each event is a block of lines. */
  readonly stream: (answered: Answered) => readonly string[];
}

const outputTokens = 10;

export const wires: Readonly<Record<WireName, Wire>> = {
  anthropic: { body: anthropicMessage, stream: anthropicEvents },
  chat: { body: chatCompletion, stream: chatChunks },
  responses: { body: responsesBody, stream: responsesEvents },
  gemini: { body: geminiContent, stream: (answered) => [data(geminiContent(answered))] },
};

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}`;
}

function named(type: string, value: Body): string {
  return `event: ${type}\n${data({ type, ...value })}`;
}

function anthropicUsage(tokens: number): Body {
  return { input_tokens: tokens, output_tokens: outputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
}

function anthropicMessage({ count, answer, tokens, model }: Answered): Body {
  const isText = typeof answer === "string";
  return {
    id: `msg_${count}`,
    type: "message",
    role: "assistant",
    model,
    content: [
      isText
        ? { type: "text", text: answer }
        : { type: "tool_use", id: `toolu_${count}`, name: answer.name, input: answer.input },
    ],
    stop_reason: isText ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: anthropicUsage(tokens),
  };
}

function anthropicEvents(answered: Answered): readonly string[] {
  const { answer, count, tokens } = answered;
  const isText = typeof answer === "string";
  const block = isText ? { type: "text", text: "" } : { type: "tool_use", id: `toolu_${count}`, name: answer.name, input: {} };
  const delta = isText
    ? { type: "text_delta", text: answer }
    : { type: "input_json_delta", partial_json: JSON.stringify(answer.input) };
  return [
    named("message_start", { message: { ...anthropicMessage(answered), content: [], stop_reason: null } }),
    named("content_block_start", { index: 0, content_block: block }),
    named("content_block_delta", { index: 0, delta }),
    named("content_block_stop", { index: 0 }),
    named("message_delta", {
      delta: { stop_reason: isText ? "end_turn" : "tool_use", stop_sequence: null },
      usage: anthropicUsage(tokens),
    }),
    named("message_stop", {}),
  ];
}

function chatMessage({ answer, count }: Answered): Body {
  if (typeof answer === "string") return { role: "assistant", content: answer };
  const call = { name: answer.name, arguments: JSON.stringify(answer.input) };
  return { role: "assistant", content: null, tool_calls: [{ index: 0, id: `call_${count}`, type: "function", function: call }] };
}

function chatEnvelope({ count, model }: Answered, object: string): Body {
  return { id: `chat_${count}`, object, created: 1, model };
}

function chatUsage(tokens: number): Body {
  return { prompt_tokens: tokens, completion_tokens: outputTokens, total_tokens: tokens + outputTokens };
}

function chatCompletion(answered: Answered): Body {
  const finish = typeof answered.answer === "string" ? "stop" : "tool_calls";
  return {
    ...chatEnvelope(answered, "chat.completion"),
    choices: [{ index: 0, message: chatMessage(answered), finish_reason: finish }],
    usage: chatUsage(answered.tokens),
  };
}

function chatChunks(answered: Answered): readonly string[] {
  const envelope = chatEnvelope(answered, "chat.completion.chunk");
  const finish = typeof answered.answer === "string" ? "stop" : "tool_calls";
  return [
    data({ ...envelope, choices: [{ index: 0, delta: chatMessage(answered), finish_reason: null }] }),
    data({ ...envelope, choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    data({ ...envelope, choices: [], usage: chatUsage(answered.tokens) }),
    "data: [DONE]",
  ];
}

function responsesItem({ answer, count }: Answered): Body {
  if (typeof answer === "string") {
    const content = [{ type: "output_text", text: answer, annotations: [] }];
    return { type: "message", id: `item_${count}`, role: "assistant", status: "completed", content };
  }
  const call = {
    id: `item_${count}`,
    call_id: `call_${count}`,
    name: answer.name,
    namespace: answer.namespace,
    status: "completed",
  };
  return answer.isText === true
    ? { type: "custom_tool_call", ...call, input: String(answer.input["input"]) }
    : { type: "function_call", ...call, arguments: JSON.stringify(answer.input) };
}

function responsesBody(answered: Answered): Body {
  const { count, tokens, model } = answered;
  return {
    id: `resp_${count}`,
    object: "response",
    created_at: 1,
    status: "completed",
    model,
    output: [responsesItem(answered)],
    usage: {
      input_tokens: tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens + outputTokens,
    },
  };
}

function responsesEvents(answered: Answered): readonly string[] {
  const item = responsesItem(answered);
  const body = responsesBody(answered);
  return [
    named("response.created", { response: { ...body, status: "in_progress", output: [] } }),
    named("response.output_item.added", { output_index: 0, item }),
    named("response.output_item.done", { output_index: 0, item }),
    named("response.completed", { response: body }),
  ];
}

function geminiContent({ answer, tokens, model }: Answered): Body {
  const part = typeof answer === "string" ? { text: answer } : { functionCall: { name: answer.name, args: answer.input } };
  return {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: {
      promptTokenCount: tokens,
      candidatesTokenCount: outputTokens,
      totalTokenCount: tokens + outputTokens,
    },
    modelVersion: model,
  };
}
