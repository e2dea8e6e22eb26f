import { ConnectionError } from "../connection-error.ts";
import { toServerError } from "../rest/read-answer.ts";
import type { Transport } from "../transport/transport.ts";
import type { EventsOptions } from "./event-options.ts";
import { IdleTimer } from "./idle-timer.ts";
import { StreamParser, type StreamPart } from "./stream-parser.ts";

/**
 * Opens a stream of events and reads it to its end.
 *
 * @param lastId undefined: only new events.
 * @returns the parts of the stream, and `false` if the server has nothing to follow (status 204).
 * @throws ServerError if the server refuses the stream, ConnectionError `UNREACHABLE` or `TIMEOUT` if the connection
 * fails, `ANSWER_INVALID` if the answer is not a stream of events.
 */
export async function* readConnection(
  transport: Transport,
  { path, lastId }: { readonly path: string; readonly lastId: string | undefined },
  limits: Required<Pick<EventsOptions, "idleTimeoutMs" | "maxEventCharacters">> & Pick<EventsOptions, "signal">,
): AsyncGenerator<StreamPart, boolean, undefined> {
  const { idleTimeoutMs, maxEventCharacters, signal } = limits;
  const timer = new IdleTimer(idleTimeoutMs, signal);
  const wait = <Data>(data: Promise<Data>): Promise<Data> =>
    timer.wait(data).catch((cause: unknown) => fail(cause, transport, timer.signal));
  try {
    const headers = await transport.authorize({
      accept: "text/event-stream",
      ...(lastId !== undefined && { "last-event-id": lastId }),
    });
    const response = await wait(transport.open({ method: "GET", path }, headers, timer.signal));
    if (response.status === 204) return false;
    if (!response.ok) {
      const body = await wait(response.arrayBuffer());
      throw toServerError({ status: response.status, headers: response.headers, body, isOutcomeUnknown: false });
    }
    const reader = streamOf(response).getReader();
    const parser = new StreamParser(maxEventCharacters);
    for (;;) {
      const { done, value } = await wait(reader.read());
      if (done) return true;
      yield* parser.parse(value);
    }
  } finally {
    timer.end();
  }
}

function streamOf({ headers, body }: Response): ReadableStream<Uint8Array> {
  const type = headers.get("content-type") ?? "no type";
  if (body !== null && type.startsWith("text/event-stream")) return body;
  throw new ConnectionError(
    "ANSWER_INVALID",
    `The answer is not a stream of events, but has ${type}. Is this the address of a Precept server?`,
  );
}

function fail(cause: unknown, { url }: Transport, signal: AbortSignal): never {
  signal.throwIfAborted();
  throw new ConnectionError("UNREACHABLE", `The connection to ${url} failed.`, { cause });
}
