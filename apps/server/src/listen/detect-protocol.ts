import type { Socket } from "node:net";

/** The start of the connection preface of HTTP/2, which is no valid request of HTTP/1.1. */
const preface = Buffer.from("PRI * HTTP/2.0", "latin1");

export type Protocol = "http1" | "http2";

/** Returns the protocol of a connection by its first bytes. Undefined if more bytes are needed. */
export function detectProtocol(start: Uint8Array): Protocol | undefined {
  const length = Math.min(start.length, preface.length);
  if (preface.compare(start, 0, length, 0, length) !== 0) return "http1";
  return length === preface.length ? "http2" : undefined;
}

/** Calls back with the protocol of a connection, by its first bytes. Closes it if they take longer than `timeoutMs`. */
export function peekProtocol(socket: Socket, timeoutMs: number, onProtocol: (protocol: Protocol) => void): void {
  let start = Buffer.alloc(0);
  const end = (): void => void socket.destroy();
  const timer = setTimeout(end, timeoutMs);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off("readable", read).off("error", end).off("end", end).off("close", stop);
  };
  const read = (): void => {
    for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
      start = Buffer.concat([start, chunk]);
      const protocol = detectProtocol(start);
      if (protocol === undefined) continue;
      stop();
      socket.unshift(start);
      onProtocol(protocol);
      return;
    }
  };
  socket.on("readable", read).on("error", end).on("end", end).on("close", stop);
}
