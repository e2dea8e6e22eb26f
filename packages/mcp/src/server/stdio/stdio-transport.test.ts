import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { StdioTransport } from "./stdio-transport.ts";

interface Opened {
  readonly transport: StdioTransport;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly isClosed: () => boolean;
  readonly receive: (message: object) => void;
}

async function open(graceMs?: number): Promise<Opened> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport({ input, output, ...(graceMs !== undefined && { graceMs }) });
  let closed = false;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A transport has no other way to be listened to.
  transport.onclose = () => (closed = true);
  await transport.start();
  return {
    transport,
    input,
    output,
    isClosed: () => closed,
    receive: (message) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
  };
}

describe("the end of the input", () => {
  it("closes the connection after the answers to all requests, of any result", async () => {
    const { transport, input, output, isClosed, receive } = await open();
    receive({ id: 1, method: "tools/call" });
    receive({ id: "two", method: "tools/list" });
    receive({ method: "notifications/initialized" });
    input.end();
    await sleep(20);
    expect(isClosed()).toBe(false);
    await transport.send({ jsonrpc: "2.0", id: "two", result: {} });
    await transport.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    expect(isClosed()).toBe(false);
    await transport.send({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "No" } });
    await vi.waitFor(() => expect(isClosed()).toBe(true));
    output.end();
    expect((await text(output)).split("\n")).toHaveLength(4);
  });

  it.each<[string, readonly object[]]>([
    ["there is no request", []],
    [
      "all requests were cancelled",
      [
        { id: 1, method: "tools/call" },
        { method: "notifications/cancelled", params: { requestId: 1 } },
      ],
    ],
    ["a request only listens", [{ id: 1, method: "subscriptions/listen" }]],
  ])("closes the connection immediately if %s", async (_, messages) => {
    const { input, isClosed, receive } = await open(60_000);
    for (const message of messages) receive(message);
    input.end();
    await vi.waitFor(() => expect(isClosed()).toBe(true));
  });

  it("closes the connection after a while if a request has no answer", async () => {
    const { input, isClosed, receive } = await open(50);
    receive({ id: 1, method: "tools/call" });
    input.end();
    await vi.waitFor(() => expect(isClosed()).toBe(true));
  });
});
