import type { CancelSignal, StoreState } from "@precept/core";
import { createClient } from "@redis/client";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { describeFailure, failed } from "./failure.ts";
import type { CompleteOptions } from "./options.ts";

// The only module that knows the driver.

/** A connection that half fails is closed after this time without an answer, in milliseconds. */
const socketTimeoutMs = 10_000;

/** More often than the socket times out, so that an idle connection stays open. */
const pingIntervalMs = 4000;

const maxReconnectMs = 1000;

/** How many commands may wait for answers. */
const maxWaiting = 1000;

/** A connection to a Redis server that is opened by the first command, and again whenever it is lost. */
export class RedisConnection implements AsyncDisposable {
  readonly #options: Pick<CompleteOptions, "timeoutMs" | "connectTimeoutMs">;
  readonly #client: ReturnType<typeof createClient>;
  readonly #breaker = new CircuitBreaker(() => performance.now());
  readonly #running = new Set<Promise<unknown>>();
  /** Resolves when the first attempt to connect has ended. */
  #opening: Promise<void> | undefined;
  #connectionError: unknown;
  #state: StoreState = { status: "ready" };
  #isClosed = false;

  constructor({ url, timeoutMs, connectTimeoutMs }: CompleteOptions) {
    this.#options = { timeoutMs, connectTimeoutMs };
    this.#client = createClient({
      url,
      // Commands while the server is away fail immediately, instead of running after it is back.
      disableOfflineQueue: true,
      commandsQueueMaxLength: maxWaiting,
      pingInterval: pingIntervalMs,
      maintNotifications: "disabled",
      // The newer protocol and the info about the client need further rights, and nothing here needs them.
      RESP: 2,
      disableClientInfo: true,
      socket: {
        connectTimeout: connectTimeoutMs,
        socketTimeout: socketTimeoutMs,
        // The strategy of the driver gives up after a timeout of the socket.
        reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 10), maxReconnectMs) * (0.5 + Math.random() / 2),
      },
    });
    this.#client.on("error", (error: unknown) => {
      this.#connectionError = error;
    });
  }

  /** `failed` with the reason from a failed command until the next one that succeeds. */
  get state(): StoreState {
    return this.#state;
  }

  /**
   * Sends a command, and waits at most `timeoutMs` for its answer. A command that takes longer may still be performed.
   *
   * @throws PreceptError `STORE_FAILED`, also without sending the command, if the server did not answer recently.
   */
  async send(command: readonly string[], signal?: CancelSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw failed("it is closed");
    if (!this.#breaker.admit()) throw this.#state.error;
    const running = this.#perform(command);
    this.#running.add(running);
    try {
      const answer = await running;
      this.#breaker.succeed();
      this.#state = { status: "ready" };
      return answer;
    } catch (error) {
      const failure = describeFailure(error);
      this.#breaker.fail();
      this.#state = { status: "failed", error: failure };
      throw failure;
    } finally {
      this.#running.delete(running);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    if (this.#client.isOpen) this.#client.destroy();
  }

  async #perform(command: readonly string[]): Promise<unknown> {
    this.#opening ??= this.#open();
    await this.#opening;
    if (!this.#client.isReady) throw this.#connectionError ?? failed("the connection was lost");
    const { timeoutMs } = this.#options;
    // Neither the time limits of the driver nor a signal end a command that was sent.
    return within(this.#client.sendCommand(command), timeoutMs, `it did not answer within ${timeoutMs} ms`);
  }

  async #open(): Promise<void> {
    const { connectTimeoutMs } = this.#options;
    const firstError = new Promise<void>((resolve) => this.#client.once("error", () => resolve()));
    // Pending while the driver tries again. What prevents the connection is in the event.
    const connected = this.#client.connect().then(
      () => undefined,
      (error: unknown) => {
        this.#connectionError = error;
      },
    );
    await within(Promise.race([connected, firstError]), connectTimeoutMs, "").catch(() => {
      this.#connectionError ??= failed(`it cannot be reached within ${connectTimeoutMs} ms`);
    });
  }
}

async function within<Result>(promise: Promise<Result>, ms: number, reason: string): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // If this process was busy, the answer may be there already. It is read before an immediate runs.
  const timer = setTimeout(() => setImmediate(() => late.reject(failed(reason))), ms);
  // The answer may come, or the connection end, after the time.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
