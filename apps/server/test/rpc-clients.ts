import { join } from "node:path";
import { credentials, loadPackageDefinition, Metadata, type ServiceError } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { createClient, ServerError } from "@precept/client";
import { PreceptError, type MemoryService } from "@precept/core";
import { onTestFinished } from "vitest";

export type MemoryCall = keyof MemoryService;

/** The response to a call, or the code of the error. */
export type CallResult = { readonly response: unknown } | { readonly error: string };

interface TestCallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Sends a call to the memory service. */
export type SendCall = (call: MemoryCall, request: object, options?: TestCallOptions) => Promise<CallResult>;

const api = join(import.meta.dirname, "../../../packages/contract");

type Stub = Record<
  MemoryCall,
  (
    request: object,
    metadata: Metadata,
    options: object,
    callback: (error: ServiceError | null, response: unknown) => void,
  ) => void
>;

/**
 * Connects with the gRPC library of Node, which knows the service from a `.proto` file only.
 *
 * @param directory `proto`, or `baseline` for a client that only knows the first fields.
 */
export function connectGrpc(url: string, directory: "proto" | "baseline" = "proto"): SendCall {
  const definition = loadSync(join(api, directory, "precept/memory/v1/memory_rules.proto"), {
    keepCase: true,
    longs: Number,
    arrays: true,
    defaults: directory === "baseline",
  });
  const loaded = loadPackageDefinition(definition) as unknown as {
    precept: { memory: { v1: { MemoryRulesService: new (address: string, channel: object) => Stub & { close: () => void } } } };
  };
  const stub = new loaded.precept.memory.v1.MemoryRulesService(new URL(url).host, credentials.createInsecure());
  onTestFinished(() => stub.close());
  return (call, request, { headers = {}, timeoutMs } = {}) =>
    new Promise((resolve) => {
      const metadata = new Metadata();
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      const deadline = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
      stub[call](request, metadata, deadline, (error, response) => {
        if (error === null) resolve({ response });
        else resolve({ error: error.metadata.get("precept-code").map(String)[0] ?? `code ${error.code}` });
      });
    });
}

/** Sends calls as JSON, as a program without any library would. */
export function connectJson(url: string, fetch: (request: Request) => Promise<Response> = globalThis.fetch): SendCall {
  return async (call, request, { headers = {}, timeoutMs } = {}) => {
    const name = call[0]?.toUpperCase() + call.slice(1);
    const answer = await fetch(
      new Request(`${url}/precept.memory.v1.MemoryRulesService/${name}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(timeoutMs !== undefined && { "connect-timeout-ms": String(timeoutMs) }),
          ...headers,
        },
        body: JSON.stringify(request),
      }),
    );
    const body: unknown = await answer.json();
    if (answer.ok) return { response: body };
    return { error: answer.headers.get("precept-code") ?? (body as { code: string }).code };
  };
}

/** Sends calls with `@precept/client`. */
export function connectClient(url: string): SendCall {
  const { memory } = createClient({ url, retry: false });
  return (call, request, options = {}) => readResult(memory[call](request as never, options));
}

/** Calls a service of the same process. */
export function callService(service: MemoryService): SendCall {
  return (call, request) => readResult(service[call](request as never));
}

async function readResult(response: Promise<unknown>): Promise<CallResult> {
  try {
    return { response: await response };
  } catch (error) {
    if (PreceptError.is(error) || ServerError.is(error)) return { error: error.code };
    throw error;
  }
}
