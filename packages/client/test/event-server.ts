import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { startLoopback } from "@precept/testing";

/** The fault of a connection. */
export interface Fault {
  /**
   * - `none`: the stream stays open until all events are sent, and is then ended.
   * - `refuse`: the status 503. `destroy`: the socket is closed before the answer. `hang`: no answer.
   * - `drop`: the socket is closed after some bytes. `stall`: the stream stays open after some bytes, and sends nothing
   *   more. `end`: the stream is ended after some bytes.
   */
  readonly kind: "none" | "refuse" | "destroy" | "hang" | "drop" | "stall" | "end";
  /** The number of bytes of the stream before the fault. */
  readonly bytes: number;
  /** The size of the pieces in which the stream is sent. */
  readonly pieceBytes: number;
  /** The number of events before the last id that are sent again. */
  readonly repeated: number;
  /** Whether there is a comment before each event. */
  readonly hasComments: boolean;
}

/**
 * Starts a server that streams a fixed list of events over unreliable connections. The id of an event is its number.
 *
 * @param start the number of events that the client has already received.
 */
export async function startEventServer(events: readonly string[], faults: readonly Fault[], start = 0): Promise<string> {
  const { url } = await startLoopback((response, count, request) => {
    const last = Number(request.headers["last-event-id"] ?? 0);
    const fault = faults[count - 1] ?? { kind: "none", bytes: 0, pieceBytes: 1000, repeated: 0, hasComments: false };
    void answer(response, events, Math.max(start, last - fault.repeated), fault).catch(() => response.destroy());
  });
  return new URL(url).origin;
}

async function answer(response: ServerResponse, events: readonly string[], from: number, fault: Fault): Promise<void> {
  if (fault.kind === "hang") return;
  if (fault.kind === "destroy") {
    response.destroy();
    return;
  }
  if (fault.kind === "refuse") {
    response
      .writeHead(503, { "content-type": "application/problem+json" })
      .end('{"code":"SERVER_STOPPING","detail":"Stopping."}');
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const text = events
    .map((data, at) => `${fault.hasComments ? ": keep-alive\n\n" : ""}id: ${at + 1}\nevent: number\ndata: ${data}\n\n`)
    .slice(from)
    .join("");
  const all = new TextEncoder().encode(text);
  const sent = fault.kind === "none" ? all : all.subarray(0, fault.bytes);
  for (let at = 0; at < sent.length; at += fault.pieceBytes) {
    response.write(sent.subarray(at, at + fault.pieceBytes));
    await wait(0);
  }
  if (fault.kind === "drop") response.destroy();
  else if (fault.kind !== "stall") response.end();
}
