import { describeStatus, type FailureDescription } from "./describe-status.ts";
import type { HttpSettings } from "./settings.ts";
import { raceAbort } from "../lifetime.ts";

type Attempt =
  | { readonly kind: "answered"; readonly body: string }
  | ({ readonly kind: "failed" } & FailureDescription)
  /** Worth repeating. */
  | ({ readonly kind: "interrupted"; readonly retryAfterMs?: number | undefined } & FailureDescription);

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
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    return await raceAbort(either, exchange(settings, texts, body, either));
  } catch (error) {
    signal.throwIfAborted();
    if (!timeout.aborted) return { kind: "interrupted", ...describeNetworkError(error) };
    const reason = `the endpoint did not answer within ${settings.timeoutMs.toLocaleString("en-US")} milliseconds`;
    return { kind: "interrupted", reason, remedy: "Check the server, raise `timeoutMs`, or lower `maxBatch`." };
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
  return { kind: "interrupted", ...description, retryAfterMs: parseRetryAfter(response.headers.get("retry-after")) };
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

/** Reads a response body as UTF-8. @returns undefined beyond `maxBytes`, without reading the rest. */
async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns the wait of a `Retry-After` header in milliseconds. It has seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
