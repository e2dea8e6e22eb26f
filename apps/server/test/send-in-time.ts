import type { SentRequest } from "./broken-request.ts";

/** A server that has not answered after this time hangs, in milliseconds. */
const timeLimit = 10_000;

/** Makes a request. @returns undefined if no client could send the request. */
export function toRequest({ method, path, headers, body }: SentRequest): Request | undefined {
  try {
    return new Request(`http://127.0.0.1${path}`, { method, headers, ...(body !== undefined && { body }) });
  } catch {
    return undefined;
  }
}

/** Fails if a server hangs. */
export async function answerInTime(response: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${timeLimit} ms.`)), timeLimit);
  });
  try {
    return await Promise.race([response, limit]);
  } finally {
    clearTimeout(timer);
  }
}
