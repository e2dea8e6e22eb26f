import type { Readable, Writable } from "node:stream";
import { serializeMessage, type JSONRPCMessage, type RequestId, type Transport } from "@modelcontextprotocol/server";
import { LineReader } from "./line-reader.ts";
import { readMessage } from "./read-message.ts";

export interface StdioTransportOptions {
  /** Default: standard input of the process. */
  readonly input?: Readable;
  /** Default: standard output of the process. */
  readonly output?: Writable;
  /** Bytes of one message. A longer line is answered with an error. Default 10 MiB. */
  readonly maxLineLength?: number;
  /** How long the answers to requests may take after the end of the input, in milliseconds. Default 10,000. */
  readonly graceMs?: number;
}

const defaultMaxLineLength = 10 * 1024 * 1024;
/** How many bytes of output may wait for a client that does not read. Above that, no input is read. */
const maxPendingOutput = 16 * 1024 * 1024;
const defaultGraceMs = 10_000;

/** Exchanges JSON-RPC messages, one per line. Unlike the SDK's transport, it answers invalid lines and stays open. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxLineLength: number;
  readonly #lines: LineReader;
  readonly #graceMs: number;
  /** The requests without an answer. */
  readonly #pending = new Set<RequestId>();
  /** Closes the connection although answers are missing. Set at the end of the input. */
  #grace: NodeJS.Timeout | undefined;
  #state: "new" | "open" | "closed" = "new";
  #failure: Error | undefined;

  constructor({
    input = process.stdin,
    output = process.stdout,
    maxLineLength = defaultMaxLineLength,
    graceMs = defaultGraceMs,
  }: StdioTransportOptions = {}) {
    this.#input = input;
    this.#output = output;
    this.#maxLineLength = maxLineLength;
    this.#graceMs = graceMs;
    this.#lines = new LineReader(maxLineLength);
  }

  /** The error that closed the transport; undefined if the client or `close` has closed it. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  async start(): Promise<void> {
    if (this.#state !== "new") throw new Error("The transport was started before.");
    this.#state = "open";
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end);
    this.#input.on("data", this.#receive).on("error", this.#fail).on("end", this.#end).on("close", this.#end);
    // Never removed: a write that fails after the end must not end the process.
    this.#output.on("error", this.#fail);
  }

  async close(): Promise<void> {
    if (this.#state === "closed") return;
    this.#state = "closed";
    clearTimeout(this.#grace);
    this.#input.off("data", this.#receive).off("error", this.#fail).off("end", this.#end).off("close", this.#end);
    this.#input.on("error", () => undefined);
    if (this.#input.listenerCount("data") === 0) this.#input.pause();
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(serializeMessage(message));
    if ("method" in message || message.id === undefined) return;
    this.#pending.delete(message.id);
    if (this.#grace !== undefined && this.#pending.size === 0) await this.close();
  }

  readonly #receive = (chunk: Buffer): void => {
    for (const line of this.#lines.read(chunk)) {
      if (this.#state === "closed") return;
      const read = readMessage(line, this.#maxLineLength);
      if (read.kind === "blank") continue;
      if (read.kind === "message") this.#deliver(read.message);
      else this.#reject(read.id, read.code, read.problem);
    }
    if (this.#output.writableLength > maxPendingOutput) {
      this.#input.pause();
      this.#output.once("drain", () => this.#state === "open" && this.#input.resume());
    }
  };

  /** A client that closes its output, such as a pipe, still reads the answers to what it has sent. */
  readonly #end = (): void => {
    if (this.#pending.size === 0) void this.close();
    else this.#grace ??= setTimeout(() => void this.close(), this.#graceMs);
  };

  readonly #fail = (error: NodeJS.ErrnoException): void => {
    if (this.#state === "closed") return;
    // The client has gone.
    if (error.code !== "EPIPE") {
      this.#failure = error;
      this.onerror?.(error);
    }
    void this.close();
  };

  #deliver(message: JSONRPCMessage): void {
    if ("method" in message) {
      const { method, params } = message;
      // Nothing answers a request to listen before the connection ends.
      if ("id" in message && method !== "subscriptions/listen") this.#pending.add(message.id);
      else if (method === "notifications/cancelled") this.#pending.delete(params?.["requestId"] as RequestId);
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #reject(id: string | number | null | undefined, code: number, problem: string): void {
    this.onerror?.(new Error(problem));
    if (id === undefined) return;
    // JSON-RPC asks for null if the id is unknown, which the SDK's types do not have.
    const response = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: problem } });
    this.#write(`${response}\n`).catch(() => undefined);
  }

  #write(line: string): Promise<void> {
    if (this.#state === "closed") return Promise.reject(new Error("The connection is closed."));
    return new Promise((resolve, reject) => {
      this.#output.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }
}
