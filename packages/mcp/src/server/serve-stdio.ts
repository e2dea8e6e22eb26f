import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { RuleEngineHost } from "../host/host.ts";
import { createPriorityQueue } from "../queue/priority-queue.ts";
import { createRuleEngineServer, type RuleEngineServerOptions } from "./create-server.ts";

export interface StdioOptions extends Omit<RuleEngineServerOptions, "era" | "pushes"> {
  /** Another way to one client, such as a socket. Default: standard input and output of the process. */
  readonly transport?: Transport;
  /** Told of messages that can't be read or answered. Default: nobody. */
  readonly onError?: (error: Error) => void;
}

/** A connection that is being served. */
export interface StdioConnection {
  /** Fulfilled when the client has ended it, or `close` has. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over standard input and output, in whichever generation of the protocol it opens with. */
export function serveRuleEngineOnStdio(host: RuleEngineHost, options: StdioOptions = {}): StdioConnection {
  const { transport = new StdioServerTransport(), onError, ...others } = options;
  const queue = others.queue ?? createPriorityQueue();
  const handle = serveStdio(({ era }) => createRuleEngineServer(host, { ...others, era, queue }), {
    transport,
    ...(onError !== undefined && { onerror: onError }),
  });
  const { onclose } = transport;
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A transport has no other way to be listened to.
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return { closed, close: () => handle.close() };
}
