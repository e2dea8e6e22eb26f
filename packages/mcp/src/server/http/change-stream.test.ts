import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { openChangeStream } from "./change-stream.ts";
import { paceStream } from "./stream-changes.ts";

/** Opens a stream whose frames the test sends. */
function open(options: Parameters<typeof openChangeStream>[0] = {}) {
  const disconnect = vi.fn<() => void>();
  let source: { readonly send: (frame: string) => void; readonly end: () => void } | undefined;
  const { body, closed } = openChangeStream(options, (send, end) => {
    source = { send, end };
    return disconnect;
  });
  if (source === undefined) throw new Error("The source is not connected.");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  return { ...source, disconnect, reader, body, closed };
}

describe("a stream of changes", () => {
  it("has equal changes only once while its client does not read, and loses none", async () => {
    const frame = fc.constantFrom("a", "b", "c", "d");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(frame, fc.constant("read" as const)), { maxLength: 50 }), async (steps) => {
        const { send, end, reader } = open();
        const unread: string[] = [];
        const reads: ReturnType<typeof reader.read>[] = [];
        const expected: string[] = [];
        for (const step of steps) {
          if (step === "read") {
            const next = unread.shift();
            if (next === undefined) continue;
            expected.push(next);
            reads.push(reader.read());
            await reads.at(-1);
          } else {
            send(step);
            if (!unread.includes(step)) unread.push(step);
          }
        }
        end();
        for (const rest of unread) {
          expected.push(rest);
          reads.push(reader.read());
        }
        const values = (await Promise.all(reads)).map(({ value }) => value);
        expect(values).toEqual(expected);
        expect((await reader.read()).done).toBe(true);
      }),
    );
  });

  it("ends with its signal, whose reason is the final comment", async () => {
    const stop = new AbortController();
    const { reader, closed, disconnect } = open({ signal: stop.signal });
    stop.abort("the server\nis stopping");
    await closed;
    expect(disconnect).toHaveBeenCalledOnce();
    expect(await reader.read()).toEqual({ done: false, value: ": the server is stopping\n\n" });
    expect((await reader.read()).done).toBe(true);
  });

  it("disconnects its source when the client leaves", async () => {
    const { reader, closed, disconnect, send } = open();
    await reader.cancel();
    await closed;
    send("late");
    expect(disconnect).toHaveBeenCalledOnce();
  });

  it("sends comments while nothing changes", async () => {
    const { reader } = open({ heartbeatMs: 1 });
    expect((await reader.read()).value).toBe(": heartbeat\n\n");
    await reader.cancel();
  });
});

it("a stream of the SDK takes no memory for a client that does not read", async () => {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const source = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started) });
  const { body } = paceStream(source, undefined);
  for (let number = 0; number < 10_000; number += 1) controller?.enqueue(encoder.encode(`data: ${number % 3}\n\n`));
  await vi.waitFor(() => expect(controller?.desiredSize).toBe(1));
  controller?.close();
  expect(await new Response(body).text()).toBe("data: 0\n\ndata: 1\n\ndata: 2\n\n");
});
