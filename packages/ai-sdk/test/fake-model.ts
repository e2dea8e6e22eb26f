import { convertArrayToReadableStream } from "ai/test";
import * as mocks from "ai/test";
import type { PromptMessage } from "../src/prompt.ts";

/** What the model answers in one call: a text, or calls of tools. */
export type Answer = string | readonly FakeToolCall[];

interface FakeToolCall {
  readonly tool: string;
  readonly input: object;
  /** Default: the name of the tool. */
  readonly id?: string;
}

/** The parts of a model call that tests read. */
export interface FakeModelCall {
  readonly prompt: readonly PromptMessage[];
  readonly providerOptions?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly { readonly name: string }[];
}

type MockModel = mocks.MockLanguageModelV4;

const names = ["MockLanguageModelV4", "MockLanguageModelV3", "MockLanguageModelV2"] as const;
const classes = mocks as unknown as Readonly<Partial<Record<(typeof names)[number], new (options: object) => MockModel>>>;
/** Whether the installed version of the SDK is 5, which has different fields for usage and finish reasons. */
export const isVersion5: boolean = "MockLanguageModelV2" in mocks;

/** Creates the mock model of the installed version of the SDK, which returns the answers in order. */
export function createFakeModel(...answers: readonly (Answer | ((call: FakeModelCall) => Answer))[]): {
  readonly model: MockModel;
  /** The calls, as the model received them. */
  readonly calls: readonly FakeModelCall[];
} {
  const Mock = names.map((name) => classes[name]).find((one) => one !== undefined);
  if (Mock === undefined) throw new Error("ai/test has no mock model");
  const calls: FakeModelCall[] = [];
  const next = (call: FakeModelCall) => {
    const answer = answers[calls.length] ?? "done";
    calls.push(call);
    return typeof answer === "function" ? answer(call) : answer;
  };
  const model = new Mock({
    doGenerate: async (call: FakeModelCall) => toResult(next(call)),
    doStream: async (call: FakeModelCall) => ({ stream: convertArrayToReadableStream(toChunks(next(call))) }),
  });
  return { model, calls };
}

function toResult(answer: Answer) {
  return { content: toContent(answer), ...finish(answer), warnings: [] };
}

function toChunks(answer: Answer): object[] {
  const parts =
    typeof answer === "string"
      ? [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: answer },
          { type: "text-end", id: "1" },
        ]
      : toContent(answer);
  return [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", ...finish(answer) }];
}

function toContent(answer: Answer): readonly object[] {
  if (typeof answer === "string") return [{ type: "text", text: answer }];
  return answer.map(({ tool, input, id = tool }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: tool,
    input: JSON.stringify(input),
  }));
}

function finish(answer: Answer) {
  const reason = typeof answer === "string" ? "stop" : "tool-calls";
  return isVersion5
    ? { finishReason: reason, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }
    : {
        finishReason: { unified: reason, raw: reason },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
      };
}
