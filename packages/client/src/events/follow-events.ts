import { ConnectionError } from "../connection-error.ts";
import { buildPath } from "../rest/build-path.ts";
import { ServerError } from "../server-error.ts";
import { retryDelay } from "../transport/retry-delay.ts";
import type { Transport } from "../transport/transport.ts";
import type { EventsOptions, ServerEvent } from "./event-options.ts";
import { EventPosition } from "./event-position.ts";
import { readConnection } from "./read-connection.ts";

/** The statuses after which a stream may be available later. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** The longest delay that a server can request with `retry`, in milliseconds. */
const maxServerDelayMs = 60_000;

/**
 * Reads the events of a server. When the connection is lost, it connects again and continues after the last event, so
 * that no event is lost or repeated.
 *
 * @throws ServerError if the server refuses the stream, ConnectionError `ANSWER_INVALID` if it is not a stream of
 * events, the reason of the signal if it is aborted.
 */
export async function* followEvents(
  transport: Transport,
  { types = [], query = {}, lastEventId, signal, onInterruption, ...limits }: EventsOptions = {},
): AsyncGenerator<ServerEvent, void, undefined> {
  const { idleTimeoutMs = 45_000, maxDelayMs = 30_000, maxEventCharacters = 16 * 1024 * 1024 } = limits;
  const { maxFailures = Number.POSITIVE_INFINITY } = limits;
  const { runtime, retry } = transport;
  const path = transport.projectPath(
    buildPath("/events", { query: { ...query, types: types.length > 0 ? types.join(",") : undefined } }),
  );
  const position = new EventPosition(lastEventId);
  let minDelayMs = retry.minDelayMs;
  let failures = 0;
  for (;;) {
    const startedAt = runtime.now();
    let hasEvents = false;
    let error: unknown;
    const parts = readConnection(transport, { path, lastId: position.lastId }, { idleTimeoutMs, maxEventCharacters, signal });
    try {
      for (;;) {
        const { done, value } = await parts.next();
        if (done === true) {
          if (value) break;
          return;
        }
        if (value.kind === "retry") minDelayMs = Math.min(value.milliseconds, maxServerDelayMs);
        else if (value.kind === "id") position.moveTo(value.id);
        else {
          hasEvents = true;
          const event = position.read(value.event);
          if (event !== undefined) yield event;
        }
      }
    } catch (caught) {
      error = caught;
    } finally {
      // Closes the connection if the program ends the iteration.
      await parts.return(true);
    }
    signal?.throwIfAborted();
    if (error !== undefined && !isTemporary(error)) throw error;
    // A connection without events counts as a failure, unless it was open for a while.
    failures = hasEvents || runtime.now() - startedAt >= idleTimeoutMs ? 0 : failures + 1;
    if (failures >= maxFailures) throw error ?? new ConnectionError("UNREACHABLE", "The server ended the stream.");
    const delays = { minDelayMs, maxDelayMs: Math.max(maxDelayMs, minDelayMs) };
    const retryAfterMs = ServerError.is(error) ? error.retryAfterMs : undefined;
    const delayMs = retryDelay(Math.max(failures, 1), delays, runtime, retryAfterMs);
    onInterruption?.({ error, failures, delayMs });
    await runtime.sleep(delayMs, signal ?? new AbortController().signal);
  }
}

function isTemporary(error: unknown): boolean {
  return ServerError.is(error)
    ? temporaryStatuses.has(error.status)
    : ConnectionError.is(error) && error.code !== "ANSWER_INVALID";
}
