import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startLoopback } from "@precept/testing";
import { toUnitVector } from "../src/unit-vector.ts";

/** Options of embedders in tests: short waits, two repetitions. */
export const quick = { model: "nomic-embed-text:v1.5", retryDelayMs: 1, maxRetries: 2 } as const;

/** Matches the error of an embedder. */
export const failed = { code: "EMBEDDER_FAILED" } as const;

/** The number of dimensions of the vectors of the server. */
export const serverDim = 8;

/** A request to the server, as parsed. */
export interface EmbeddingRequest {
  /** Starts at 1. */
  readonly count: number;
  readonly model: string;
  readonly texts: readonly string[];
  readonly request: IncomingMessage;
}

/** Answers one request. */
export type Answerer = (response: ServerResponse, request: EmbeddingRequest) => void;

/** A server with the endpoint `/v1/embeddings` for one test. */
export interface EmbeddingServer {
  /** The address of its API, which ends with `/v1`. */
  readonly url: string;
  /** The requests that arrived so far. */
  readonly requests: readonly EmbeddingRequest[];
}

/** Starts a server on the loopback interface. Default: answers like Ollama. */
export async function startEmbeddingServer(answer: Answerer = answerWell): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const bodies: { list: readonly string[] } = { list: [] };
  const loopback = await startLoopback((response, count, request) => {
    const { model, input } = JSON.parse(bodies.list[count - 1] ?? "") as { model: string; input: string[] };
    const parsed = { count, model, texts: input, request };
    requests.push(parsed);
    if (request.url?.split("?", 1)[0] === "/v1/embeddings") answer(response, parsed);
    else response.writeHead(404).end("404 page not found");
  });
  bodies.list = loopback.bodies;
  return { url: new URL("/v1", loopback.url).href, requests };
}

/** The vector of a text before normalisation: numbers from a hash, never all zero. */
export function rawVector(text: string, dim: number = serverDim): readonly number[] {
  const bytes = createHash("sha512").update(text).digest();
  return Array.from({ length: dim }, (_, at) => (bytes[at % bytes.length] ?? 0) / 64 - 2 + (at === 0 ? 0.001 : 0));
}

/** The vector that an embedder has to return for a text of the server. */
export function expectedVector(text: string, dim: number = serverDim): Float32Array {
  const vector = toUnitVector(rawVector(text, dim));
  if (typeof vector === "string") throw new Error(vector);
  return vector;
}

/** An answer in the format of OpenAI and Ollama. */
export function answerBody(
  { texts, model }: Pick<EmbeddingRequest, "texts" | "model">,
  dim: number = serverDim,
): { object: string; data: { object: string; index: number; embedding: readonly number[] | string }[]; model: string } {
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: rawVector(text, dim) }));
  return { object: "list", data, model };
}

/** Sends a value as JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

/** Answers with the right vectors. */
export function answerWell(response: ServerResponse, request: EmbeddingRequest): void {
  sendJson(response, { ...answerBody(request), usage: { prompt_tokens: 8, total_tokens: 8 } });
}

/** Encodes a vector as OpenAI does for `encoding_format: "base64"`. */
export function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString("base64");
}
