import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelAnswer } from "./step.ts";
import { wires, type WireName } from "./wire.ts";

/** A request that an agent sent to the model. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What the model receives, as JSON. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How the script answers a request. */
export interface ScriptedAnswer {
  readonly answer: ModelAnswer;
  /** How many input tokens the server reports. Default: 100. */
  readonly tokens?: number;
}

/** Answers requests of agents. @returns undefined for a request that is not one of the model. */
export type ModelScript = (request: ModelRequest) => ScriptedAnswer;

/** A model server on the loopback interface that follows a script. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
}

/** How a path names its protocol. Other requests get an empty object. */
const paths: readonly (readonly [RegExp, WireName])[] = [
  [/\/messages$/, "anthropic"],
  [/\/chat\/completions$/, "chat"],
  [/\/responses$/, "responses"],
  [/:(?:stream)?generateContent$/i, "gemini"],
];

export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  let count = 0;
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const path = (request.url ?? "").replace(/\?.*$/, "");
    const wire = paths.find(([pattern]) => pattern.test(path))?.[1];
    if (path.endsWith("ountTokens") || path.endsWith("/count_tokens")) {
      return sendJson(response, { input_tokens: 100, totalTokens: 100 });
    }
    if (wire === undefined) return void response.writeHead(404).end();
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { answer, tokens = 100 } = script({ path, headers: request.headers, text, body });
    count += 1;
    const answered = { count, answer, tokens, model: typeof body["model"] === "string" ? body["model"] : "scripted" };
    if (body["stream"] !== true && !path.endsWith(":streamGenerateContent")) {
      return sendJson(response, wires[wire].body(answered));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`${wires[wire].stream(answered).join("\n\n")}\n\n`);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
