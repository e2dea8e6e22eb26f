import { parseJson } from "./parse-answer.ts";

export interface FailureDescription {
  readonly reason: string;
  readonly remedy?: string | undefined;
}

const remedies: Readonly<Record<number, string>> = {
  400: "Check the name of the model, and lower `maxBatch` or `maxBatchCharacters` if the endpoint has limits.",
  401: "Check the API key.",
  403: "Check the API key and its permissions.",
  404: "Check the URL, which usually ends with /v1, and the name of the model. With Ollama, run `ollama pull` for the model.",
  405: "Check the URL, which usually ends with /v1.",
  413: "Lower `maxBatch` or `maxBatchCharacters`.",
  429: "Lower `maxConcurrency`, or check the quota of the API key.",
};

/**
 * Describes a status other than 2xx. The endpoint's own message is left out, because it may repeat texts or keys; its
 * error code is included.
 *
 * @param body the beginning of the answer.
 * @param confidential texts and keys.
 */
export function describeStatus(response: Response, body: string, confidential: readonly string[]): FailureDescription {
  const { status } = response;
  if (status >= 300 && status < 400) return describeRedirect(response, confidential);
  const code = errorCodeIn(body, confidential);
  return {
    reason: `the endpoint answered with HTTP status ${status}${code === undefined ? "" : ` (${code})`}`,
    remedy: remedies[status],
  };
}

function describeRedirect({ status, headers, url }: Response, confidential: readonly string[]): FailureDescription {
  const target = URL.parse(headers.get("location") ?? "", url === "" ? undefined : url);
  const shown = target === null ? undefined : target.origin + target.pathname;
  const destination = shown === undefined || isConfidential(shown, confidential) ? "another address" : shown;
  return {
    reason: `the endpoint redirects to ${destination} (HTTP status ${status}), and redirects are not followed`,
    remedy: "If you trust that address, use it as the URL.",
  };
}

/** Returns the `code` or `type` of an error in OpenAI's format, if it is a plain identifier. */
function errorCodeIn(body: string, confidential: readonly string[]): string | undefined {
  const error = asRecord(asRecord(parseJson(body))["error"]);
  const code = [error["code"], error["type"]].find((one) => typeof one === "string" && /^[a-z][\w.-]{1,63}$/i.test(one));
  return typeof code !== "string" || isConfidential(code, confidential) ? undefined : code;
}

/** Shorter texts occur in many words by chance. */
const minConfidential = 4;

function isConfidential(shown: string, confidential: readonly string[]): boolean {
  return confidential.some((one) => one.includes(shown) || (one.length >= minConfidential && shown.includes(one)));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
