import type { EventData, EventType, ProjectRoutes, RouteRequest, SubscribableEvent } from "@precept/contract";

/** An event of the server. A newer server may send types that are not in this list. */
export type ServerEvent = {
  readonly [Type in EventType]: {
    /**
     * Identifies the event. A stream that is opened with it as `lastEventId` continues after the event. Absent if no
     * stream can continue after it.
     */
    readonly id?: string;
    /**
     * Such as `rules_changed`. `reset`: events may be missing, because the server cannot continue after the last id.
     * Read the current state again; the events that follow are complete.
     */
    readonly type: Type;
    readonly data: EventData<Type>;
  };
}[EventType];

/** Why a stream was interrupted. */
export interface Interruption {
  /** A `ConnectionError` or a `ServerError`; undefined if the server ended the stream. */
  readonly error: unknown;
  /** The number of failed attempts in a row, from 0 if the stream was connected. */
  readonly failures: number;
  /** The delay before the client connects again, in milliseconds. */
  readonly delayMs: number;
}

export interface EventsOptions {
  /** The types of events. Default: chosen by the server. */
  readonly types?: readonly SubscribableEvent[];
  /** Continue after the event with this id. Default: only new events. */
  readonly lastEventId?: string;
  /** Ends the iteration, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Filters by `user_id`, `project_id` or `all`. Default: the token's user. Only an admin may name another one. */
  readonly query?: Omit<NonNullable<RouteRequest<ProjectRoutes["streamEvents"]>["query"]>, "types">;
  /**
   * After this time without any bytes, in milliseconds, the client connects again. The server sends a comment at least
   * every 15 seconds. Default 45,000.
   */
  readonly idleTimeoutMs?: number;
  /** The maximum delay before the client connects again, in milliseconds, without `Retry-After`. Default 30,000. */
  readonly maxDelayMs?: number;
  /** The maximum number of failed attempts in a row. The iteration then throws the last error. Default: no limit. */
  readonly maxFailures?: number;
  /** The maximum size of an event in characters. A larger one is an error. Default 16 Mi. */
  readonly maxEventCharacters?: number;
  /** Called when the stream was interrupted, before the client connects again. */
  readonly onInterruption?: (interruption: Interruption) => void;
}
