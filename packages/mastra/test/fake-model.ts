import { MockLanguageModelV3 } from "ai/test";

// Tests use no network: Mastra would send telemetry.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";

type CallOptions = MockLanguageModelV3["doGenerateCalls"][number];
export type Content = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>["content"][number];
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** Decides what the model answers. */
export type Answer = (options: CallOptions) => readonly Content[];

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** Creates a model without a network. It records its calls. */
export function createFakeModel(answer: Answer): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: (options) => {
      const content = [...answer(options)];
      return Promise.resolve({ content, finishReason: finishReasonOf(content), usage, warnings: [] });
    },
    doStream: (options) => {
      const content = answer(options);
      const parts: StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...content.flatMap(toParts),
        { type: "finish", finishReason: finishReasonOf(content), usage },
      ];
      return Promise.resolve({ stream: ReadableStream.from(parts) });
    },
  });
}

/** Creates a model that returns these answers, one per call, and then `done`. */
export function answering(...answers: readonly (readonly Content[])[]): MockLanguageModelV3 {
  let next = 0;
  return createFakeModel(() => answers[next++] ?? [says("done")]);
}

export function says(text: string): Content {
  return { type: "text", text };
}

export function calls(toolName: string, input: object, toolCallId: string = `call-${toolName}`): Content {
  return { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) };
}

function finishReasonOf(content: readonly Content[]) {
  return { unified: content.some(({ type }) => type === "tool-call") ? "tool-calls" : "stop", raw: undefined } as const;
}

function toParts(content: Content, at: number): readonly StreamPart[] {
  if (content.type === "tool-call") return [content];
  const id = String(at);
  const delta = content.type === "text" ? content.text : "";
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta },
    { type: "text-end", id },
  ];
}

/** The calls of a model, in a stream or not. */
export function callsOf({ doGenerateCalls, doStreamCalls }: MockLanguageModelV3): readonly CallOptions[] {
  return [...doGenerateCalls, ...doStreamCalls];
}

/** The system messages of each call, joined. */
export function systemsOf(model: MockLanguageModelV3): readonly string[] {
  return callsOf(model).map(({ prompt }) => prompt.flatMap((one) => (one.role === "system" ? [one.content] : [])).join("\n\n"));
}
