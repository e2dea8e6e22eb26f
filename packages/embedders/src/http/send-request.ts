import { raceAbort } from "../abort.ts";
import { describeStatus, type FailureDescription } from "./describe-status.ts";
import { readBody } from "./read-body.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { HttpSettings } from "./settings.ts";

/** The result of one attempt. */
export type Attempt =
  | { readonly kind: "answered"; readonly body: string }
  | { readonly kind: "failed"; readonly reason: string; readonly remedy?: string | undefined }
  /** Worth repeating. */
  | {
      readonly kind: "interrupted";
      readonly reason: string;
      readonly remedy?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    };

/** 32 vectors of 4,096 dimensions take 3 MB as JSON. */
const maxBodyBytes = 64_000_000;
const maxErrorBytes = 65_536;

/**
 * Sends one request and reads the answer, within the time limit.
 *
 * @param texts the texts in the request, which no message may repeat.
 * @throws the reason of the signal if it is aborted.
 */
export async function sendRequest(
  settings: HttpSettings,
  texts: readonly string[],
  body: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const attempt = new AbortController();
  const onAbort = (): void => attempt.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => attempt.abort(new Error("timeout")), settings.timeoutMs);
  try {
    return await raceAbort(attempt.signal, exchange(settings, texts, body, attempt.signal));
  } catch (error) {
    signal.throwIfAborted();
    if (!attempt.signal.aborted) return { kind: "interrupted", ...describeNetworkError(error) };
    const reason = `the endpoint did not answer within ${settings.timeoutMs.toLocaleString("en-US")} milliseconds`;
    return { kind: "interrupted", reason, remedy: "Check the server, raise `timeoutMs`, or lower `maxBatch`." };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

async function exchange(
  { fetch, endpoint, headers, secrets }: HttpSettings,
  texts: readonly string[],
  body: string,
  signal: AbortSignal,
): Promise<Attempt> {
  // A redirect could send the key and the texts to another origin.
  const response = await fetch(endpoint.url, { method: "POST", headers, body, signal, redirect: "manual" });
  if (response.ok) {
    const answer = await readBody(response, maxBodyBytes);
    if (answer !== undefined) return { kind: "answered", body: answer };
    const reason = `the answer has more than ${maxBodyBytes.toLocaleString("en-US")} bytes`;
    return { kind: "failed", reason, remedy: "Lower `maxBatch`, or check the URL." };
  }
  const { status } = response;
  const answer = (await readBody(response, maxErrorBytes)) ?? "";
  const description = describeStatus(response, answer, [...secrets, ...texts]);
  if (status !== 408 && status !== 429 && status < 500) return { kind: "failed", ...description };
  return { kind: "interrupted", ...description, retryAfterMs: parseRetryAfter(response.headers.get("retry-after"), Date.now()) };
}

/** Names the code only: the message of a custom `fetch` may repeat the request. */
function describeNetworkError(error: unknown): FailureDescription {
  const reason = "the connection to the endpoint failed";
  const remedy = "Check that the server is running, and its URL.";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(cause.code)) {
      return { reason: `${reason} (${cause.code})`, remedy };
    }
  }
  return { reason, remedy };
}
