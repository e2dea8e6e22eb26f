import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelProtocol } from "@precept/contract/evals";
import { onTestFinished } from "vitest";

/** What the server answers to one request. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  /** Default: 100 tokens in, 10 tokens out. `none`: the server does not say. */
  readonly usage?: { readonly input: number; readonly output: number } | "none";
  /** Default: 200. */
  readonly status?: number;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the protocol has
  readonly body: any;
}

/** A model server on the loopback interface that speaks both protocols, with and without streams. */
export interface ChatServer {
  readonly url: string;
  /** The base URL of a protocol, as its public server has it. */
  readonly urlOf: (protocol: ModelProtocol) => string;
  readonly received: readonly Received[];
}

/** @param answer gets the number of the request, from 1, and its body. */
export async function startChatServer(answer: (count: number, received: Received) => ScriptedAnswer): Promise<ChatServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (text += part));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text === "" ? "{}" : text) as unknown };
      received.push(one);
      const scripted = answer(received.length, one);
      const isAnthropic = one.path.endsWith("/messages");
      const body = isAnthropic ? anthropicBody(scripted, received.length) : openAiBody(scripted, received.length);
      if ((one.body as { stream?: boolean }).stream === true) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const event of isAnthropic ? anthropicEvents(body) : openAiEvents(body)) response.write(`data: ${event}\n\n`);
        return void response.end();
      }
      response.writeHead(scripted.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, urlOf: (protocol) => (protocol === "openai" ? `${url}/v1` : url) };
}

function anthropicBody({ text = "", calls = [], usage = { input: 100, output: 10 } }: ScriptedAnswer, count: number): object {
  return {
    role: "assistant",
    content: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ name, input }, at) => ({ type: "tool_use", id: `toolu_${count}_${at}`, name, input })),
    ],
    ...(usage !== "none" && { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
  };
}

function openAiBody({ text = "", calls = [], usage = { input: 100, output: 10 } }: ScriptedAnswer, count: number): object {
  const toolCalls = calls.map(({ name, input }, at) => ({
    id: `call_${count}_${at}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    choices: [{ message: { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: toolCalls }) } }],
    ...(usage !== "none" && { usage: { prompt_tokens: usage.input, completion_tokens: usage.output } }),
  };
}

function anthropicEvents(body: object): readonly string[] {
  const { usage } = body as { usage?: { input_tokens: number; output_tokens: number } };
  return [
    { type: "message_start", message: { ...body, ...(usage && { usage: { ...usage, output_tokens: 1 } }) } },
    { type: "message_delta", ...(usage && { usage: { output_tokens: usage.output_tokens } }) },
    { type: "message_stop" },
  ].map((event) => JSON.stringify(event));
}

function openAiEvents(body: object): readonly string[] {
  return [JSON.stringify(body), "[DONE]"];
}
