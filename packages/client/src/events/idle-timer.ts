import { ConnectionError } from "../connection-error.ts";

/** Ends a connection that receives no data for a while. */
export class IdleTimer {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #caller: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#caller?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, caller: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.#caller = caller;
    if (caller?.aborted === true) this.#abort();
    caller?.addEventListener("abort", this.#abort, { once: true });
  }

  /** Aborted after the time, by the caller's signal, or by `end`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for data. The time only counts while the client waits, not while the program handles an event. */
  async wait<Data>(data: Promise<Data>): Promise<Data> {
    let abort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(this.signal.reason as Error);
      if (this.signal.aborted) abort();
      else this.signal.addEventListener("abort", abort, { once: true });
    });
    const message = `The server sent nothing for ${this.#milliseconds} ms.`;
    this.#timer = setTimeout(() => this.#controller.abort(new ConnectionError("TIMEOUT", message)), this.#milliseconds);
    try {
      return await Promise.race([data, aborted]);
    } finally {
      clearTimeout(this.#timer);
      if (abort !== undefined) this.signal.removeEventListener("abort", abort);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#abort);
    this.#controller.abort();
  }
}
