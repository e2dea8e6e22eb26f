import { ConnectionError } from "../connection-error.ts";
import { defaultRetry, type CallOptions, type ClientOptions, type RetryOptions } from "./options.ts";
import { readRetryAfter, retryDelay } from "./retry-delay.ts";
import { platformRuntime, type Runtime } from "./runtime.ts";

export interface OutgoingRequest {
  readonly method: string;
  /** The path and the query, after the address of the server. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the request may be sent again if its outcome is unknown. */
  readonly isRepeatable: boolean;
  /** Whether another attempt may have a different result. Default: after the statuses 429 and 503. */
  readonly isTemporary?: (answer: Pick<Answer, "status" | "headers">) => boolean;
}

/** The answer of the server to the last attempt. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  /** Whether an earlier attempt ended without an answer. */
  readonly isOutcomeUnknown: boolean;
}

/** Sends requests to one server, with the token, time limits and retries. */
export class Transport {
  readonly url: string;
  readonly project: string | undefined;
  readonly timeoutMs: number;
  readonly retry: RetryOptions;
  readonly runtime: Runtime;
  readonly #fetch: typeof globalThis.fetch;
  readonly #token: ClientOptions["token"];

  constructor({ url, token, project, fetch = globalThis.fetch, retry = {}, timeoutMs = 30_000, runtime }: ClientOptions) {
    const { protocol, origin, pathname } = new URL(url);
    if (protocol !== "http:" && protocol !== "https:")
      throw new TypeError(`The url must start with http: or https:, not ${protocol}`);
    this.url = origin + pathname.replace(/\/+$/, "");
    this.project = project;
    this.timeoutMs = timeoutMs;
    this.retry = retry === false ? { ...defaultRetry, attempts: 1 } : { ...defaultRetry, ...retry };
    this.runtime = { ...platformRuntime, ...runtime };
    // Browsers require that `fetch` is called without `this`.
    this.#fetch = (...parameters) => fetch(...parameters);
    this.#token = token;
  }

  /** The path of a route of the project. */
  projectPath(path: string): string {
    return this.project === undefined ? `/api/v1${path}` : `/api/v1/projects/${encodeURIComponent(this.project)}${path}`;
  }

  /**
   * Sends a request until there is an answer that is not worth another attempt.
   *
   * @throws ConnectionError, or the reason of the caller's signal.
   */
  async send(request: OutgoingRequest, { signal: caller, timeoutMs = this.timeoutMs }: CallOptions = {}): Promise<Answer> {
    const deadline = startDeadline(timeoutMs, caller);
    try {
      return await this.#sendUntilFinal(request, timeoutMs, deadline.signal);
    } finally {
      deadline.end();
    }
  }

  async #sendUntilFinal(request: OutgoingRequest, timeoutMs: number, signal: AbortSignal): Promise<Answer> {
    const { now } = this.runtime;
    const start = now();
    const attempts = request.isRepeatable ? this.retry.attempts : 1;
    let isOutcomeUnknown = false;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#attempt(request, signal);
      const isLost = result instanceof ConnectionError;
      const retryAfter = isLost ? undefined : readRetryAfter(result.headers.get("retry-after"), now());
      const delay = retryDelay(attempt, this.retry, this.runtime, retryAfter);
      const isFinal = !isLost && !(request.isTemporary ?? isTemporary)(result);
      const isTooLate = timeoutMs > 0 && now() - start + delay >= timeoutMs;
      if (isFinal || attempt >= attempts || isTooLate) {
        if (isLost) throw result;
        return { ...result, isOutcomeUnknown };
      }
      isOutcomeUnknown ||= isLost;
      await this.runtime.sleep(delay, signal);
    }
  }

  /** Returns headers with the current token. Rejects with the error of the function that returns it. */
  async authorize(headers: Readonly<Record<string, string>>): Promise<Headers> {
    const token = typeof this.#token === "function" ? await this.#token() : this.#token;
    return new Headers({ ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) });
  }

  /** Starts one request. Rejects like `fetch`, also for redirects: `fetch` would repeat a POST as a GET. */
  open(
    { method, path, body }: Pick<OutgoingRequest, "method" | "path" | "body">,
    headers: Headers,
    signal: AbortSignal,
  ): Promise<Response> {
    return this.#fetch(this.url + path, { method, headers, signal, redirect: "error", ...(body !== undefined && { body }) });
  }

  /** Sends one attempt. Returns the error of a failed connection instead of throwing it. */
  async #attempt(request: OutgoingRequest, signal: AbortSignal): Promise<Omit<Answer, "isOutcomeUnknown"> | ConnectionError> {
    const headers = await this.authorize(request.headers);
    signal.throwIfAborted();
    try {
      const response = await this.open(request, headers, signal);
      return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
    } catch (cause) {
      signal.throwIfAborted();
      return new ConnectionError("UNREACHABLE", `No answer from ${this.url}: ${describeCause(cause)}`, { cause });
    }
  }
}

/**
 * Starts the time limit of a call. Its signal is aborted by the caller's signal, or with a `ConnectionError` after the
 * time.
 *
 * @param timeoutMs 0: no limit.
 */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(caller?.reason);
  if (caller?.aborted === true) abort();
  caller?.addEventListener("abort", abort, { once: true });
  const expire = (): void =>
    controller.abort(new ConnectionError("TIMEOUT", `The server did not answer within ${timeoutMs} ms.`));
  const timer = timeoutMs === 0 ? undefined : setTimeout(expire, timeoutMs);
  return {
    signal: controller.signal,
    end(): void {
      clearTimeout(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}

function isTemporary({ status }: Pick<Answer, "status">): boolean {
  return status === 429 || status === 503;
}

/** Node's `fetch` only reports `fetch failed`, with the reason as the cause. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
