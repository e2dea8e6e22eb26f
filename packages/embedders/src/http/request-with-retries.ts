import { setTimeout as wait } from "node:timers/promises";
import { embedderFailure } from "../failure.ts";
import { sendRequest } from "./send-request.ts";
import type { HttpSettings } from "./settings.ts";
import type { CallContext } from "../lifetime.ts";

const maxBackoffMs = 10_000;
/** The longest `Retry-After` that is waited for, in milliseconds. A longer one ends the call. */
const maxRetryAfterMs = 60_000;

/**
 * Sends a request, and repeats it after network errors, timeouts and the status 408, 429 or 5xx, with exponential
 * back-off and full jitter.
 *
 * @returns the body of the answer.
 * @throws PreceptError `EMBEDDER_FAILED`, or the reason of the signal.
 */
export async function requestWithRetries(settings: HttpSettings, texts: readonly string[], call: CallContext): Promise<string> {
  const body = JSON.stringify({ model: settings.model, input: texts });
  for (let retries = 0; ; retries++) {
    call.throwIfAborted();
    const attempt = await sendRequest(settings, texts, body, call.signal);
    if (attempt.kind === "answered") return attempt.body;
    const { reason, remedy } = attempt;
    if (attempt.kind === "failed") throw embedderFailure(settings.name, reason, { remedy });
    const { retryAfterMs = 0 } = attempt;
    if (retryAfterMs > maxRetryAfterMs) {
      const seconds = Math.ceil(retryAfterMs / 1000).toLocaleString("en-US");
      throw embedderFailure(settings.name, `${reason} and asks to wait ${seconds} seconds`, { remedy });
    }
    if (retries >= settings.maxRetries) {
      throw embedderFailure(settings.name, retries === 0 ? reason : `${reason}, after ${retries + 1} attempts`, { remedy });
    }
    const backoffMs = Math.random() * Math.min(maxBackoffMs, settings.retryDelayMs * 2 ** retries);
    await waitFor(Math.max(backoffMs, retryAfterMs), call);
  }
}

async function waitFor(milliseconds: number, call: CallContext): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal: call.signal });
  } catch (error) {
    // The error of the timer only has the reason as its cause.
    call.throwIfAborted();
    throw error;
  }
}
