import { PreceptError } from "@precept/core";
import type { RequestContext } from "../routes/handler.ts";

/** Runs the calls of a request, so that it ends after them, and bugs are logged but not shown to the client. */
export class CallGuard {
  readonly #context: Pick<RequestContext, "requestId" | "log">;
  readonly #running = new Set<Promise<unknown>>();

  constructor(context: Pick<RequestContext, "requestId" | "log">) {
    this.#context = context;
  }

  /** Returns an object whose asynchronous functions are guarded. */
  guard<Part extends object>(part: Part): Part {
    const entries = Object.entries(part).map(([name, value]): [string, unknown] => {
      if (typeof value !== "function") return [name, value];
      const call = value as (...args: unknown[]) => unknown;
      return [name, (...args: unknown[]) => this.#run(call(...args))];
    });
    return Object.fromEntries(entries) as Part;
  }

  /** Resolves when all calls have ended, also those whose client has left. */
  async untilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #run(result: unknown): unknown {
    // Other functions, such as those that subscribe, return no promise.
    if (!(result instanceof Promise)) return result;
    const guarded: Promise<unknown> = result
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#running.delete(guarded));
    this.#running.add(guarded);
    return guarded;
  }

  #fail(error: unknown): never {
    const isExpected = PreceptError.is(error) || (error instanceof Error && error.name === "AbortError");
    if (isExpected) throw error;
    const { requestId, log } = this.#context;
    log.error({ request_id: requestId, err: error }, "request failed");
    throw new PreceptError("INTERNAL", { id: requestId }, { cause: error });
  }
}
