import { setTimeout } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { count, type Load } from "./clients.ts";
import { serverCount } from "./cluster.ts";

/** What a client of events has received. */
export interface Received {
  /** The ids of the changes of rules, in order. */
  readonly ids: string[];
  /** The id of the first event. */
  first: string | undefined;
  last: string | undefined;
  readonly resets: string[];
}

/** How long a connection lasts before the client goes to another server, in milliseconds. */
const connectionMs = 1500;

/** Follows the changes of rules, on one connection after the other, each to any server. */
export async function followEvents(load: Load, received: Received): Promise<void> {
  const { cluster, random } = load;
  while (!load.isStopped) {
    const { url } = cluster.members[random.below(serverCount)] ?? { url: "" };
    const end = new AbortController();
    const timer = globalThis.setTimeout(() => end.abort(), connectionMs / 2 + random.below(connectionMs));
    try {
      const { body, status } = await fetch(`${url}/api/v1/events?types=rules_changed`, {
        headers: {
          authorization: `Bearer ${cluster.token}`,
          ...(received.last !== undefined && { "last-event-id": received.last }),
        },
        signal: end.signal,
      });
      if (status === 200 && body !== null) await read(body, received, load);
    } catch {
      // The server was killed, or the client left it.
    } finally {
      clearTimeout(timer);
    }
    await setTimeout(20);
  }
}

async function read(body: ReadableStream<Uint8Array>, received: Received, load: Load): Promise<void> {
  count(load, "connections to streams");
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (id === undefined) return;
      received.first ??= id;
      received.last = id;
      if (event === "reset") received.resets.push(data);
      if (event === "rules_changed") received.ids.push(id);
    },
  });
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
}
