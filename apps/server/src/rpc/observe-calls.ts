import { Code, ConnectError, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import type { Logger } from "pino";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import { admittedCall } from "./admit-calls.ts";

export interface ObserveCallsOptions {
  readonly log: Logger;
  readonly metrics: ServerMetrics;
}

type Gate = (context: HandlerContext) => Promise<void>;

/** Logs one line for each call, and counts it, as for requests of REST. The method is `RPC`, the route the name of the call, the status that of gRPC. */
export function observeCalls({ log, metrics }: ObserveCallsOptions): {
  readonly interceptor: Interceptor;
  readonly observeGate: (gate: Gate) => Gate;
} {
  const observe = (url: string, start: number, error: unknown, fields: object = {}): void => {
    const seconds = (performance.now() - start) / 1000;
    const status = error === undefined ? "OK" : (Code[ConnectError.from(error).code] ?? "Unknown");
    const route = new URL(url).pathname;
    metrics.requests.add({ method: "RPC", route, status });
    metrics.durations.observe({ method: "RPC", route }, seconds);
    const level = status === "Internal" || status === "Unknown" ? "error" : "info";
    log[level]({ ...fields, method: "RPC", route, status, ms: Math.round(seconds * 100_000) / 100 }, "request");
  };
  return {
    interceptor: (next) => async (call) => {
      const start = performance.now();
      const { requestId, principal } = call.contextValues.get(admittedCall) ?? {};
      const fields = {
        ...(requestId !== undefined && { request_id: requestId }),
        ...(principal?.user !== undefined && { user: principal.user }),
        ...(principal?.tokenId !== undefined && { token: principal.tokenId }),
      };
      try {
        const answer = await next(call);
        observe(call.url, start, undefined, fields);
        return answer;
      } catch (error) {
        observe(call.url, start, error, fields);
        throw error;
      }
    },
    // Interceptors do not see calls that the gate refuses.
    observeGate: (gate) => async (context) => {
      const start = performance.now();
      try {
        await gate(context);
      } catch (error) {
        const requestId = context.responseHeader.get("x-request-id");
        observe(context.url, start, error, requestId === null ? {} : { request_id: requestId });
        throw error;
      }
    },
  };
}
