import { setTracingDisabled, Usage, type Model, type ModelRequest, type ModelResponse, type StreamEvent } from "@openai/agents";

// Tests use no network: the SDK would send its traces.
setTracingDisabled(true);

/** An item of a model's answer, also in a stream. */
export type OutputItem = Extract<StreamEvent, { type: "response_done" }>["response"]["output"][number];

/** Decides what the model answers. */
export type Answer = (request: ModelRequest) => readonly OutputItem[];

/** A model without a network that records its requests. */
export class FakeModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** The instructions of each request. */
  get instructions(): readonly string[] {
    return this.requests.map(({ systemInstructions = "" }) => systemInstructions);
  }

  getResponse(request: ModelRequest): Promise<ModelResponse> {
    return Promise.resolve({ usage: new Usage(), output: this.#respond(request) });
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const output = this.#respond(request);
    yield { type: "response_started" };
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    yield { type: "response_done", response: { id: "response", usage, output } };
  }

  #respond(request: ModelRequest): OutputItem[] {
    this.requests.push(request);
    return [...this.#answer(request)];
  }
}

/** Creates a model that returns these answers, one per request, and then `done`. */
export function answering(...answers: readonly (readonly OutputItem[])[]): FakeModel {
  let next = 0;
  return new FakeModel(() => answers[next++] ?? [says("done")]);
}

export function says(text: string): OutputItem {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

export function calls(name: string, args: object, callId: string = `call-${name}`): OutputItem {
  return { type: "function_call", callId, name, arguments: JSON.stringify(args), status: "completed" };
}
