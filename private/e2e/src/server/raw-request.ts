import { connect, type Socket } from "node:net";

/** What a server answered on one connection. */
export interface RawAnswer {
  /** All bytes, as Latin-1. */
  readonly text: string;
  /** The statuses of the answers, in order. */
  readonly statuses: readonly number[];
  /** Whether the server closed the connection before the time limit. */
  readonly isClosed: boolean;
}

export interface RawOptions {
  /** How long to wait for answers, in milliseconds. Default 2,000. */
  readonly waitMs?: number;
  /** Whether to stop waiting after the first answer. Default false: wait until the connection is closed. */
  readonly untilAnswer?: boolean;
}

/** Opens a connection to a server. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port) });
}

/** Sends bytes as they are, so that requests that no client library would send can be tried. */
export async function sendRaw(url: string, bytes: string | Buffer, options: RawOptions = {}): Promise<RawAnswer> {
  const { waitMs = 2000, untilAnswer = false } = options;
  const socket = openSocket(url);
  let text = "";
  const isClosed = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (untilAnswer && text.includes("\r\n\r\n")) end();
    });
    // The server may reset the connection while the request is being written.
    socket.on("error", end).on("close", end);
    socket.write(bytes);
  });
  socket.destroy();
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
  return { text, statuses, isClosed };
}

/** Writes the lines of a request with CRLF. */
export function requestOf(lines: readonly string[], body = ""): string {
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
