import type { ModelProtocol } from "@precept/contract/evals";
import { describe, expect, it } from "vitest";
import { startChatServer } from "../../test/chat-server.ts";
import { askJudge } from "../score/ask-judge.ts";
import { callModel } from "./call-model.ts";
import type { Exchange } from "./exchange.ts";
import { startRecorder } from "./recorder.ts";
import { shellCommandsIn } from "./shell-commands.ts";
import { costOf, usageOf } from "./usage.ts";

const protocolNames: readonly ModelProtocol[] = ["anthropic", "openai"];
const keyHeaders = { anthropic: "x-api-key", openai: "authorization" } as const;
const keys = { anthropic: "secret-key", openai: "Bearer secret-key" } as const;
const paths = { anthropic: "/v1/messages", openai: "/chat/completions" } as const;

describe.each(protocolNames)("the protocol %s", (protocol) => {
  const tools = [{ name: "read_file", description: "Reads", schema: { type: "object" } }];

  it("carries a conversation with tools", async () => {
    const chat = await startChatServer((count) =>
      count === 1 ? { text: "I read.", calls: [{ name: "read_file", input: { path: "a.ts" } }] } : { text: "done" },
    );
    const server = { protocol, url: chat.urlOf(protocol), model: "m", key: "secret-key" };
    const exchanges: Exchange[] = [];
    const options = { onExchange: (one: Exchange) => exchanges.push(one) };
    const first = await callModel(server, { system: "Rules", messages: [{ role: "user", text: "Task" }], tools }, options);
    expect([first.text, first.calls.map(({ name, input }) => [name, input])]).toEqual([
      "I read.",
      [["read_file", { path: "a.ts" }]],
    ]);
    const results = first.calls.map(({ id }) => ({ id, text: "const a = 1;" }));
    const messages = [
      { role: "user", text: "Task" },
      { role: "assistant", answer: first.body },
      { role: "tools", results },
    ] as const;
    expect((await callModel(server, { system: "Rules", messages, tools }, options)).text).toBe("done");
    expect(chat.received[0]?.headers[keyHeaders[protocol]]).toBe(keys[protocol]);
    expect(JSON.stringify(chat.received[1]?.body)).toContain("const a = 1;");
    expect(exchanges.map(usageOf)).toEqual([
      { input: 100, output: 10 },
      { input: 100, output: 10 },
    ]);
    expect(JSON.stringify(exchanges)).not.toContain("secret-key");
  });

  it("is recorded on the way, with the key that the agent does not have", async () => {
    const chat = await startChatServer(() => ({ text: "hello", usage: { input: 7, output: 3 } }));
    const exchanges: Exchange[] = [];
    const recorder = await startRecorder({ protocol, url: chat.urlOf(protocol), key: "secret-key" }, (one) =>
      exchanges.push(one),
    );
    await using _closed = recorder;
    const post = async (url: string, body: object): Promise<Response> =>
      fetch(url, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { [keyHeaders[protocol]]: "placeholder", "x-own": "1" },
      });
    const answered = await post(recorder.url + paths[protocol], { model: "m", messages: [] });
    expect(JSON.stringify(await answered.json())).toContain("hello");
    const streamed = await post(recorder.url + paths[protocol], { model: "m", messages: [], stream: true });
    expect(await streamed.text()).toContain("data: ");
    expect(chat.received.map(({ headers }) => [headers[keyHeaders[protocol]], headers["x-own"]])).toEqual([
      [keys[protocol], "1"],
      [keys[protocol], "1"],
    ]);
    expect(exchanges.map(usageOf)).toEqual([
      { input: 7, output: 3 },
      { input: 7, output: 3 },
    ]);
    expect(JSON.stringify(exchanges)).not.toMatch(/secret-key|placeholder/);
    // Other programs of the machine do not know the path.
    expect((await post(new URL("/v1/messages", recorder.url).href, {})).status).toBe(404);
  });
});

describe("a model server that fails", () => {
  it("is an error with its answer", async () => {
    const chat = await startChatServer(() => ({ status: 401 }));
    const server = { protocol: "anthropic", url: chat.url, model: "m", key: "k" } as const;
    const call = callModel(server, { system: "", messages: [], tools: [] }, { onExchange: () => undefined });
    await expect(call).rejects.toMatchObject({
      code: "EVAL_MODEL_FAILED",
      details: { problem: expect.stringMatching(/^401 /) as string },
    });
  });

  it("is an error if it cannot be reached, and an answer 502 for an agent", async () => {
    const server = { protocol: "anthropic", url: "http://127.0.0.1:9", model: "m", key: "k" } as const;
    const call = callModel(server, { system: "", messages: [], tools: [] }, { onExchange: () => undefined });
    await expect(call).rejects.toMatchObject({ code: "EVAL_MODEL_FAILED" });
    await using recorder = await startRecorder(server, () => undefined);
    expect((await fetch(`${recorder.url}/v1/messages`, { method: "POST", body: "{}" })).status).toBe(502);
  });
});

it("counts four characters as a token where a server reports none", () => {
  const exchange = { path: "", request: "x".repeat(400), status: 200, response: "y".repeat(40) };
  expect(usageOf(exchange)).toEqual({ input: 100, output: 10 });
  expect(usageOf({ ...exchange, status: 429 })).toEqual({ input: 0, output: 0 });
  expect(costOf({ input: 1_000_000, output: 500_000 }, { input: 3, output: 15 })).toBe(10.5);
});

it("counts tokens that a server read from its cache", () => {
  const usage = { input_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 2 };
  expect(usageOf({ path: "", request: {}, status: 200, response: { usage } })).toEqual({ input: 125, output: 2 });
});

it("finds the shell commands of an agent in either protocol, each call once", () => {
  const anthropic = {
    messages: [{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "Bash", input: { command: "rm a" } }] }],
  };
  const responses = {
    input: [{ type: "function_call", call_id: "2", name: "shell", arguments: '{"command":["bash","-lc","rm b"]}' }],
  };
  const chat = { messages: [{ role: "assistant", tool_calls: [{ id: "3", function: { arguments: '{"command":"rm c"}' } }] }] };
  const exchanges = [anthropic, anthropic, responses, chat].map((request) => ({ path: "", request, status: 200, response: {} }));
  expect(shellCommandsIn(exchanges)).toEqual(["rm a", "rm b", "rm c"]);
});

it("asks a judge for yes or no, and counts everything else as no", async () => {
  const answers = ["Yes.", "no", "Yesterday", "I cannot say"];
  const chat = await startChatServer((count) => ({ text: answers[count - 1] ?? "" }));
  const server = { protocol: "openai", url: chat.urlOf("openai"), model: "m", key: undefined } as const;
  const given: string[] = [];
  for (const _ of answers) {
    given.push(await askJudge(server, { question: "Is it?", text: "text" }, { onExchange: () => undefined }));
  }
  expect(given).toEqual(["yes", "no", "no", "no"]);
});
