/** How a stream of changes ends, and how it stays open. */
export interface ChangeStreamOptions {
  /** Ends the stream, too. Its reason, if it is a text, is the final comment. */
  readonly signal?: AbortSignal | undefined;
  /** The time between two comments on a stream without changes, in milliseconds. Default: no comments. */
  readonly heartbeatMs?: number | undefined;
}

/** A stream of server-sent events. */
export interface ChangeStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when the stream has ended, for whatever reason. */
  readonly closed: Promise<void>;
}

/** Connects a source, which calls `send` with each frame and `end` at its end. Returns the disconnect function. */
export type ConnectSource = (send: (frame: string) => void, end: () => void) => () => void;

/** Opens a stream at its client's pace. Equal unread frames wait only once, which bounds their memory. */
export function openChangeStream({ signal, heartbeatMs = Infinity }: ChangeStreamOptions, connect: ConnectSource): ChangeStream {
  const encoder = new TextEncoder();
  const unread = new Set<string>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isEnding = false;
  /** Set while the client waits for a frame. */
  let resume: (() => void) | undefined;
  const source: { disconnect?: () => void } = {};

  const serve = (): boolean => {
    const [frame] = unread;
    if (frame === undefined && !isEnding) return false;
    if (frame === undefined) controller.close();
    else {
      unread.delete(frame);
      controller.enqueue(encoder.encode(frame));
    }
    resume?.();
    resume = undefined;
    return true;
  };
  const send = (frame: string): void => {
    if (isEnding) return;
    unread.add(frame);
    if (resume !== undefined) serve();
  };
  const stop = (): void => {
    if (isEnding) return;
    isEnding = true;
    clearInterval(timer);
    signal?.removeEventListener("abort", abort);
    source.disconnect?.();
    onClosed();
  };
  const end = (): void => {
    stop();
    if (resume !== undefined) serve();
  };
  const abort = (): void => {
    if (typeof signal?.reason === "string") send(`: ${signal.reason.replaceAll(/[\r\n]+/g, " ")}\n\n`);
    end();
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started;
      },
      pull: () => (serve() ? undefined : new Promise<void>((resolve) => (resume = resolve))),
      cancel: () => {
        resume = undefined;
        unread.clear();
        stop();
      },
    },
    // A frame waits above, where equal ones are noticed.
    { highWaterMark: 0 },
  );
  const timer = Number.isFinite(heartbeatMs) ? setInterval(() => send(": heartbeat\n\n"), heartbeatMs).unref() : undefined;
  source.disconnect = connect(send, end);
  // The source has already ended.
  if (isEnding) source.disconnect();
  else if (signal?.aborted === true) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return { body, closed };
}
