import type { Socket } from "node:net";

/** The number of bytes before each frame: its length, with the most significant byte first. */
const headerBytes = 4;

/** The maximum number of received values that wait to be read. More close the connection. */
const maxWaiting = 8;

/** Nothing arrived in time. */
export class FrameTimeout extends Error {
  override readonly name = "FrameTimeout";
}

/** Sends and receives values as JSON over a socket, each with its length before it. */
export class FrameConnection {
  readonly #socket: Socket;
  readonly #maxBytes: number;
  readonly #received: unknown[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #isOpen: boolean;

  /** @param maxBytes the maximum size of a received frame. A larger one closes the connection. */
  constructor(socket: Socket, maxBytes: number) {
    this.#socket = socket;
    this.#maxBytes = maxBytes;
    this.#isOpen = !socket.connecting;
    socket.on("connect", () => {
      this.#isOpen = true;
      this.#wake?.();
    });
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  /** Waits until the connection is open. @param milliseconds how long to wait. @returns whether it is. */
  async opened(milliseconds: number): Promise<boolean> {
    await this.#wait(milliseconds, () => this.#isOpen).catch(() => undefined);
    return this.#isOpen && this.#failure === undefined;
  }

  /** Sends a value. @returns whether it is at most `maxBytes` long. A longer one is not sent. */
  send(value: object, maxBytes: number): boolean {
    const body = Buffer.from(JSON.stringify(value));
    if (body.length > maxBytes) return false;
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32BE(body.length);
    this.#socket.write(Buffer.concat([header, body]));
    return true;
  }

  /**
   * Waits for the next value.
   *
   * @param milliseconds how long to wait.
   * @throws FrameTimeout if none arrives in time; Error if the connection ends, or a frame is too long or no JSON.
   */
  async receive(milliseconds: number): Promise<unknown> {
    await this.#wait(milliseconds, () => this.#received.length > 0);
    return this.#received.shift();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Sends what was written, and closes the connection. */
  end(): void {
    this.#socket.end();
  }

  async #wait(milliseconds: number, isReady: () => boolean): Promise<void> {
    if (isReady()) return;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => reject(new FrameTimeout(`no answer within ${milliseconds} ms`)), milliseconds);
    const check = (): void => {
      if (isReady()) resolve(undefined);
      else if (this.#failure !== undefined) reject(this.#failure);
    };
    this.#wake = check;
    check();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#wake = undefined;
    }
  }

  #read(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    try {
      for (let body = this.#takeFrame(); body !== undefined; body = this.#takeFrame()) {
        this.#received.push(JSON.parse(body.toString("utf8")));
        if (this.#received.length > maxWaiting) throw new Error(`more than ${maxWaiting} frames wait to be read`);
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      this.#socket.destroy();
    }
    this.#wake?.();
  }

  /** Removes the first frame from the received bytes. Undefined if it is not complete. */
  #takeFrame(): Buffer | undefined {
    if (this.#size < headerBytes) return undefined;
    if ((this.#chunks[0]?.length ?? 0) < headerBytes) this.#chunks = [Buffer.concat(this.#chunks)];
    const length = this.#chunks[0]?.readUInt32BE() ?? 0;
    if (length > this.#maxBytes) throw new Error(`a frame of ${length} bytes is longer than ${this.#maxBytes} bytes`);
    if (this.#size < headerBytes + length) return undefined;
    const all = Buffer.concat(this.#chunks);
    const rest = all.subarray(headerBytes + length);
    this.#chunks = [rest];
    this.#size = rest.length;
    return all.subarray(headerBytes, headerBytes + length);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }
}
