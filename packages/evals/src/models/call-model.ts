import { setTimeout } from "node:timers/promises";
import type { ModelProtocol } from "@precept/contract/evals";
import { isRecord, PreceptError, type Json } from "@precept/core";
import { parseBody, type ExchangeListener } from "./exchange.ts";
import { protocols, type Answer, type Conversation } from "./protocols.ts";
import type { JsonObject } from "./json.ts";

/** A model server, and the model that it is asked for. */
export interface ModelServer {
  readonly protocol: ModelProtocol;
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** How often a call is repeated that the server refuses for now. */
const maxRetries = 3;

/** Before the first repetition, in milliseconds. It doubles each time. */
const retryDelay = 1000;

const callTimeout = 300_000;

/**
 * Calls a model once. @throws PreceptError `EVAL_MODEL_FAILED` if the server cannot be reached or refuses the call.
 */
export async function callModel(
  server: ModelServer,
  conversation: Omit<Conversation, "model">,
  { onExchange, signal }: { readonly onExchange: ExchangeListener; readonly signal?: AbortSignal | undefined },
): Promise<Answer & { readonly body: JsonObject }> {
  const { path, authorize, request, answer } = protocols[server.protocol];
  const body = request({ ...conversation, model: server.model });
  const signals = [AbortSignal.timeout(callTimeout), ...(signal === undefined ? [] : [signal])];
  for (let attempt = 0; ; attempt += 1) {
    const { status, text } = await post(server.url + path, body, authorize(server.key ?? ""), AbortSignal.any(signals), server);
    const response = parseBody(text);
    onExchange({ path, request: body, status, response });
    if (status < 400 && isRecord(response)) return { ...answer(response), body: response };
    if (attempt === maxRetries || (status !== 429 && status < 500)) {
      throw new PreceptError("EVAL_MODEL_FAILED", { url: server.url, problem: `${status} ${text.slice(0, 200)}` });
    }
    await setTimeout(retryDelay * 2 ** attempt, undefined, signal === undefined ? {} : { signal });
  }
}

async function post(
  url: string,
  body: Json,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  server: ModelServer,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    signal.throwIfAborted();
    const { message, cause } = error as Error;
    const problem = cause instanceof Error ? cause.message : message;
    throw new PreceptError("EVAL_MODEL_FAILED", { url: server.url, problem }, { cause: error });
  }
}
