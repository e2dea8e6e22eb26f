import type { ServerEvent } from "@modelcontextprotocol/server";
import type { PreceptHost } from "../../host/precept-host.ts";
import { resourcesOf } from "../../resources/resources.ts";
import { watchHost } from "../host-events.ts";
import { openChangeStream, type ChangeStream, type ChangeStreamOptions } from "./change-stream.ts";

export interface WatchedStreamOptions extends ChangeStreamOptions {
  /** The URIs of the resources whose changes are sent. It is read at each change. */
  readonly watched: ReadonlySet<string>;
}

const defaultHeartbeatMs = 15_000;

const methods: Readonly<Record<ServerEvent["kind"], string>> = {
  tools_list_changed: "notifications/tools/list_changed",
  prompts_list_changed: "notifications/prompts/list_changed",
  resources_list_changed: "notifications/resources/list_changed",
  resource_updated: "notifications/resources/updated",
};

/**
 * Streams what changes to a client of the older protocol (up to 2025-11-25), as the answer to the `GET` request of its
 * session. Clients of the newer protocol send `subscriptions/listen` to `PreceptHandler.fetch` instead. The stream ends
 * with its signal or with the client.
 *
 * @param options `heartbeatMs` is 15,000 by default.
 */
export function streamChanges(host: PreceptHost, { watched, ...options }: WatchedStreamOptions): ChangeStream {
  return openChangeStream({ heartbeatMs: defaultHeartbeatMs, ...options }, (send) =>
    watchHost(host, resourcesOf(host).sources, (event) => {
      const isUpdate = event.kind === "resource_updated";
      if (isUpdate && !watched.has(event.uri)) return;
      const message = { jsonrpc: "2.0", method: methods[event.kind], ...(isUpdate && { params: { uri: event.uri } }) };
      send(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    }),
  );
}

/** Sends a stream at its client's pace. Without it, the SDK buffers without limit if a client does not read. */
export function paceStream(source: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): ChangeStream {
  const reader = source.getReader();
  const decoder = new TextDecoder();
  return openChangeStream({ signal }, (send, end) => {
    const pump = async (): Promise<void> => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        // The SDK writes each message as one chunk.
        send(decoder.decode(value));
      }
    };
    pump().then(end, end);
    return () => void reader.cancel().catch(() => undefined);
  });
}
