import type { EventSourceMessage } from "eventsource-parser";
import { ConnectionError } from "../connection-error.ts";
import type { ServerEvent } from "./event-options.ts";

/** The maximum number of remembered ids. A server repeats only a few events before an id. */
const maxIds = 4096;

/** The position of a client in the events of a server. */
export class EventPosition {
  /** The id after which the next stream continues. Undefined: it starts with new events. */
  lastId: string | undefined;
  /** The ids of recent events, oldest first, to recognise events that a server sends again. */
  readonly #recent = new Set<string>();

  constructor(lastId: string | undefined) {
    this.lastId = lastId;
    if (lastId !== undefined) this.#recent.add(lastId);
  }

  moveTo(id: string): void {
    // As in browsers, an empty id removes the position.
    this.lastId = id === "" ? undefined : id;
  }

  /**
   * Converts an event, and moves the position behind it.
   *
   * @returns undefined if the client has already had the event.
   * @throws ConnectionError `ANSWER_INVALID` if its data is not JSON.
   */
  read({ id, event: type = "message", data }: EventSourceMessage): ServerEvent | undefined {
    // After a reset, a server may reuse ids.
    if (type === "reset") this.#recent.clear();
    if (id !== undefined && id !== "") {
      this.lastId = id;
      if (this.#recent.has(id)) return undefined;
      this.#recent.add(id);
      const [oldest = id] = this.#recent;
      if (this.#recent.size > maxIds) this.#recent.delete(oldest);
    } else if (type === "reset") this.lastId = undefined;
    return { ...(id !== undefined && id !== "" && { id }), type, data: parse(data) } as ServerEvent;
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ConnectionError("ANSWER_INVALID", "The data of an event is not JSON.", { cause, isOutcomeUnknown: false });
  }
}
