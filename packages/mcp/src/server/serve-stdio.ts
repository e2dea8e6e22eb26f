import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { PreceptHost } from "../host/precept-host.ts";
import { createPriorityQueue } from "../queue/priority-queue.ts";
import { createPreceptServer, type PreceptServerOptions } from "./create-server.ts";
import { StdioTransport } from "./stdio/stdio-transport.ts";

export interface StdioOptions extends Omit<PreceptServerOptions, "era" | "pushes"> {
  /** A transport to one client, such as a socket. Default: standard input and output of the process. */
  readonly transport?: Transport;
  /** Called with each message that cannot be read or answered. Default: errors are ignored. */
  readonly onError?: (error: Error) => void;
}

/** An open connection to a client. */
export interface StdioConnection {
  /** Resolves when the client or `close` has closed it. Rejects if standard input or output has failed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over standard input and output, in whichever generation of the protocol it opens with. */
export function servePreceptOnStdio(host: PreceptHost, options: StdioOptions = {}): StdioConnection {
  const { transport = new StdioTransport(), onError, ...others } = options;
  // The SDK makes another server if the client turns out to speak the older protocol.
  const shared = { ...host, violations: host.violations ?? createPriorityQueue() };
  const handle = serveStdio(({ era }) => createPreceptServer(shared, { ...others, era }), {
    transport,
    ...(onError !== undefined && { onerror: onError }),
  });
  const { onclose } = transport;
  const closed = new Promise<void>((resolve, reject) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A transport has no other way to be listened to.
    transport.onclose = () => {
      onclose?.();
      const failure = transport instanceof StdioTransport ? transport.failure : undefined;
      if (failure === undefined) resolve();
      else reject(failure);
    };
  });
  // A caller that does not wait for the end does not want to handle its error either: `onError` has reported it.
  closed.catch(() => undefined);
  return { closed, close: () => handle.close() };
}
