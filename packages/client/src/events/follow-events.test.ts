import { anyCodePoint, propertyRuns, startLoopback } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient } from "../create-client.ts";
import type { ConnectionError } from "../connection-error.ts";
import type { ServerError } from "../server-error.ts";
import { startEventServer, type Fault } from "../../test/event-server.ts";
import { createTestRuntime } from "../../test/runtime.ts";
import type { EventsOptions, Interruption, ServerEvent } from "./event-options.ts";

const anyFault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom("none", "refuse", "destroy", "hang", "drop", "drop", "drop", "stall", "end", "end"),
  bytes: fc.nat({ max: 300 }),
  pieceBytes: fc.constantFrom(1000, 50, 7, 3),
  repeated: fc.oneof(fc.constant(0), fc.nat({ max: 4 })),
  hasComments: fc.boolean(),
});

/** Reads a number of events. */
async function readEvents(url: string, count: number, options: EventsOptions = {}): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  const client = createClient({ url, runtime: createTestRuntime() });
  for await (const event of client.events(options)) {
    events.push(event);
    if (events.length >= count) break;
  }
  return events;
}

/**
 * A server that answers the first connections with these streams. Others get the status 204, which ends the iteration.
 */
async function startStreams(streams: readonly string[]): Promise<{ readonly url: string; readonly ids: (string | undefined)[] }> {
  const ids: (string | undefined)[] = [];
  const { url } = await startLoopback((response, count, request) => {
    ids.push(request.headers["last-event-id"] as string | undefined);
    const stream = streams[count - 1];
    if (stream === undefined) response.writeHead(204).end();
    else response.writeHead(200, { "content-type": "text/event-stream" }).end(stream);
  });
  return { url: new URL(url).origin, ids };
}

async function readAll(url: string, options: EventsOptions = {}): Promise<readonly ServerEvent[]> {
  return readEvents(url, Number.POSITIVE_INFINITY, options);
}

describe("events", () => {
  it("arrive exactly once and in order over unreliable connections", async () => {
    const anyEvents = fc.array(fc.string({ unit: anyCodePoint, maxLength: 20 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.array(anyFault, { maxLength: 6 }), fc.nat({ max: 3 }), async (texts, faults, start) => {
        const from = Math.min(start, texts.length - 1);
        const data = texts.map((text) => JSON.stringify(text));
        const url = await startEventServer(data, faults, from);
        const idle = { idleTimeoutMs: 60 };
        const options = from === 0 ? idle : { ...idle, lastEventId: String(from) };
        const events = await readEvents(url, texts.length - from, options);
        const expected = texts.map((text, at) => ({ id: String(at + 1), type: "number", data: text }));
        expect(events).toEqual(expected.slice(from));
      }),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });

  it("a reset is an event, after which the server may reuse ids", async () => {
    const { url, ids } = await startStreams([
      "id: 1\nevent: a\ndata: 1\n\nid: 2\nevent: a\ndata: 2\n\n",
      'id: 1\nevent: reset\ndata: {"reason":"unknown_id"}\n\nid: 2\nevent: a\ndata: 3\n\n',
      'event: reset\ndata: {"reason":"expired"}\n\n',
    ]);
    expect(await readAll(url)).toEqual([
      { id: "1", type: "a", data: 1 },
      { id: "2", type: "a", data: 2 },
      { id: "1", type: "reset", data: { reason: "unknown_id" } },
      { id: "2", type: "a", data: 3 },
      { type: "reset", data: { reason: "expired" } },
    ]);
    // A reset without an id removes the position.
    expect(ids).toEqual([undefined, "2", "2", undefined]);
  });

  it("an id without an event moves the position", async () => {
    const { url, ids } = await startStreams(["id: 7\n\n", "id: 8"]);
    expect(await readAll(url)).toEqual([]);
    expect(ids).toEqual([undefined, "7", "7"]);
  });

  it("the types, the query and the token are sent", async () => {
    const paths: (string | undefined)[] = [];
    const { url } = await startLoopback((response, _, request) => {
      paths.push(request.url, request.headers.authorization, request.headers.accept);
      response.writeHead(204).end();
    });
    const client = createClient({ url: new URL(url).origin, token: async () => "pct_1", project: "my shop" });
    for await (const event of client.events({ types: ["rules_changed", "violation"], query: { all: "true" } }))
      expect(event).toBe(undefined);
    const path = "/api/v1/projects/my%20shop/events?all=true&types=rules_changed%2Cviolation";
    expect(paths).toEqual([path, "Bearer pct_1", "text/event-stream"]);
  });
});

describe("a client that follows events", () => {
  const refused = { kind: "refuse", bytes: 0, pieceBytes: 1, repeated: 0, hasComments: false } as const;

  it("waits longer after each failure, and reports the delays", async () => {
    const url = await startEventServer(["1"], [refused, refused, refused, { ...refused, kind: "destroy" }]);
    const interruptions: Interruption[] = [];
    await readEvents(url, 1, { onInterruption: (one) => interruptions.push(one) });
    expect(interruptions.map(({ failures, delayMs }) => [failures, delayMs])).toEqual([
      [1, 150],
      [2, 300],
      [3, 600],
      [4, 1200],
    ]);
    expect(interruptions.map(({ error }) => (error as ConnectionError | ServerError).code)).toEqual([
      "SERVER_STOPPING",
      "SERVER_STOPPING",
      "SERVER_STOPPING",
      "UNREACHABLE",
    ]);
  });

  it("waits as long as the server requests", async () => {
    const delays: number[] = [];
    const { url } = await startLoopback((response, count) => {
      if (count === 1) response.writeHead(429, { "retry-after": "7" }).end();
      else if (count === 2) response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 3000\n\ndata: 1\n\n");
      else response.writeHead(204).end();
    });
    await readAll(new URL(url).origin, { onInterruption: ({ delayMs }) => delays.push(delayMs) });
    expect(delays).toEqual([7000, 2250]);
  });

  it.each([
    [
      401,
      "application/problem+json",
      '{"code":"UNAUTHENTICATED","detail":"No token.","request_id":"r"}',
      { code: "UNAUTHENTICATED" },
    ],
    [404, "text/html", "<html>", { code: "UNEXPECTED_ANSWER", status: 404 }],
    [200, "text/html", "<html>", { code: "ANSWER_INVALID" }],
    [200, "text/event-stream", "data: {\n\n", { code: "ANSWER_INVALID" }],
    [200, "text/event-stream", `data: ${"x".repeat(2000)}`, { code: "ANSWER_INVALID" }],
  ])("does not connect again after the answer %#: %i %s", async (status, type, body, expected) => {
    const { url } = await startLoopback((response) => response.writeHead(status, { "content-type": type }).end(body));
    await expect(readAll(new URL(url).origin, { maxEventCharacters: 1000 })).rejects.toMatchObject(expected);
  });

  it("gives up after a number of failures in a row, if it has a limit", async () => {
    const url = await startEventServer(["1"], [refused, refused, refused]);
    await expect(readEvents(url, 1, { maxFailures: 3 })).rejects.toMatchObject({ code: "SERVER_STOPPING" });
  });

  it("ends when its signal is aborted, before or while it waits for events", async () => {
    const url = await startEventServer(["1"], [{ ...refused, kind: "stall", bytes: 1000 }]);
    const controller = new AbortController();
    const reading = (async () => {
      for await (const { data } of createClient({ url }).events({ signal: controller.signal })) {
        expect(data).toBe(1);
        setTimeout(() => controller.abort(new Error("enough")), 1);
      }
    })();
    await expect(reading).rejects.toThrow("enough");
    await expect(readAll(url, { signal: controller.signal })).rejects.toThrow("enough");
  });

  it("closes the connection when the program ends the iteration", async () => {
    let closed = 0;
    const { url } = await startLoopback((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      response.on("close", () => (closed += 1));
    });
    await readEvents(new URL(url).origin, 1);
    await expect.poll(() => closed).toBe(1);
  });

  it("does not count the time in which the program handles an event", async () => {
    const { url } = await startLoopback((response, count) => {
      if (count > 1) response.writeHead(204).end();
      else response.writeHead(200, { "content-type": "text/event-stream" }).end("data: 1\n\ndata: 2\n\n");
    });
    const interruptions: Interruption[] = [];
    const client = createClient({ url: new URL(url).origin, runtime: createTestRuntime() });
    for await (const _ of client.events({ idleTimeoutMs: 500, onInterruption: (one) => interruptions.push(one) })) {
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    expect(interruptions).toMatchObject([{ error: undefined, failures: 0 }]);
  });

  it("connects again when nothing has arrived for 45 seconds, unless another time is set", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const silent = async () =>
      new Response(new ReadableStream<Uint8Array>(), { headers: { "content-type": "text/event-stream" } });
    const interruptions: Interruption[] = [];
    const client = createClient({ url: "http://localhost", runtime: createTestRuntime(), fetch: silent });
    const events = client.events({ maxFailures: 2, onInterruption: (one) => interruptions.push(one) });
    const failure = events.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(44_999);
    expect(interruptions).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(interruptions).toMatchObject([{ failures: 1, error: { code: "TIMEOUT" } }]);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await failure).toMatchObject({ code: "TIMEOUT", message: "The server sent nothing for 45000 ms." });
  });

  it.each([
    ["30 seconds", {}, [19_200, 22_500, 22_500]],
    ["the limit that is set", { maxDelayMs: 1000 }, [750, 750, 750]],
  ])("waits at most %s between two attempts", async (_, limits, expected) => {
    const delays: number[] = [];
    const client = createClient({
      url: "http://localhost",
      runtime: createTestRuntime(),
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    });
    const options = { ...limits, maxFailures: 11, onInterruption: ({ delayMs }: Interruption) => delays.push(delayMs) };
    await expect(client.events(options).next()).rejects.toMatchObject({ code: "UNREACHABLE" });
    expect(delays.slice(7)).toEqual(expected);
  });

  it.each([
    [60_000, 45_000],
    [90_000, 45_000],
    [59_000, 44_250],
  ])("waits no longer than a minute because of `retry: %i` in a stream", async (retry, expected) => {
    const delays: number[] = [];
    const { url } = await startStreams([`retry: ${retry}\n\ndata: 1\n\n`]);
    await readAll(url, { onInterruption: ({ delayMs }) => delays.push(delayMs) });
    expect(delays).toEqual([expected]);
  });

  it.each([429, 500, 502, 503, 504])("connects again after the status %i", async (status) => {
    const { url } = await startLoopback((response, count) => void response.writeHead(count === 1 ? status : 204).end());
    const interruptions: Interruption[] = [];
    await readAll(new URL(url).origin, { onInterruption: (one) => interruptions.push(one) });
    expect(interruptions).toMatchObject([{ error: { status }, failures: 1 }]);
  });

  it("does not count a connection without events as a failure if it was open for the idle time", async () => {
    const runtime = createTestRuntime();
    const failures: number[] = [];
    let now = 0;
    let count = 0;
    const fetch = async () => {
      now += [999, 1000, 999][count++] ?? 0;
      if (count > 3) return new Response(null, { status: 204 });
      return new Response(": nothing\n\n", { headers: { "content-type": "text/event-stream" } });
    };
    const client = createClient({ url: "http://localhost", runtime: { ...runtime, now: () => now }, fetch });
    await client.events({ idleTimeoutMs: 1000, onInterruption: (one) => failures.push(one.failures) }).next();
    expect(failures).toEqual([1, 0, 1]);
  });
});
