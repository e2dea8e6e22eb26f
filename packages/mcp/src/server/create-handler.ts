import { withoutUndefined } from "@precept/core";
import { AsyncLocalStorage } from "node:async_hooks";
import { createMcpHandler, type CreateMcpHandlerOptions, type McpHandlerRequestOptions } from "@modelcontextprotocol/server";
import { phases, type Phase } from "@precept/governance";
import type { PreceptHost } from "../host/precept-host.ts";
import { resourcesOf } from "../resources/resources.ts";
import { createPreceptServer, type PreceptServerOptions } from "./create-server.ts";
import { watchHost } from "./host-events.ts";
import { paceStream } from "./http/stream-changes.ts";

export interface PreceptRequestOptions
  extends Pick<McpHandlerRequestOptions, "parsedBody">, Pick<PreceptServerOptions, "tools" | "policyTools"> {
  /**
   * The URIs of the resources that the session of the request watches, if the server has sessions for the older
   * protocol. Requests add to it and remove from it; `streamChanges` sends the changes. Default: clients of the older
   * protocol get no changes, and the server says so.
   */
  readonly watched?: Set<string> | undefined;
  /** Ends a stream of changes. Its reason, if it is a text, is the final comment. Default: only the client ends it. */
  readonly signal?: AbortSignal | undefined;
  /** Called before the promise resolves with a stream of changes. @param closed resolves when it has ended. */
  readonly onStream?: (closed: Promise<void>) => void;
}

/** An MCP server over HTTP. */
export interface PreceptHandler {
  /** Answers a request. The host is what its client sees and may do; a streamed answer uses it until it ends. */
  fetch(request: Request, host: PreceptHost, options?: PreceptRequestOptions): Promise<Response>;
  /** Ends all streams. */
  close(): Promise<void>;
}

export interface PreceptHandlerOptions
  extends
    Omit<PreceptServerOptions, "era" | "pushes" | "watched">,
    Pick<CreateMcpHandlerOptions, "maxSubscriptions" | "keepAliveMs" | "maxRequestBodySize"> {
  /** Called with errors that are not in the answer, and with each refused request. Default: ignores them. */
  readonly onError?: (error: Error) => void;
}

/** A request while it is answered. */
interface Served {
  readonly host: PreceptHost;
  /** The options of this request. They replace the options of the handler. */
  readonly listing: Pick<PreceptServerOptions, "tools" | "policyTools">;
  readonly watched: Set<string> | undefined;
  /** Whether its answer is a stream of changes. */
  isStream: boolean;
}

/**
 * Creates a `fetch` handler that serves MCP over HTTP, to mount in a web server. It holds nothing between requests, in
 * either generation of the protocol: each request is answered from the host that is given with it, and a stream
 * has only the changes of its host. The phase can be in the URL: `?phase=REVIEW`.
 *
 * The web server must validate the headers `Host` and `Origin`, and authenticate clients. The handler does neither.
 *
 * @example
 * ```ts
 * import { createPolicyHost, createPreceptHandler } from "@precept/mcp";
 *
 * const handler = createPreceptHandler();
 * const headers = { "content-type": "application/json" };
 * const request = new Request("http://127.0.0.1/mcp", { method: "POST", body: "{}", headers });
 * const response = await handler.fetch(request, { policies: createPolicyHost() });
 * console.log(response.status);
 * ```
 */
export function createPreceptHandler(options: PreceptHandlerOptions = {}): PreceptHandler {
  const { onError, maxSubscriptions, keepAliveMs, maxRequestBodySize, ...serverOptions } = options;
  // The SDK asks for a server, and subscribes to changes, without saying for which request.
  const requests = new AsyncLocalStorage<Served>();
  const current = (): Served => {
    const served = requests.getStore();
    if (served === undefined) throw new Error("A request has no host.");
    return served;
  };
  const handler = createMcpHandler(
    ({ era, requestInfo }) => {
      const { host, listing, watched } = current();
      const phase = requestInfo && phaseIn(requestInfo);
      return createPreceptServer(host, {
        ...serverOptions,
        ...listing,
        era,
        watched,
        pushes: false,
        ...(isPhase(phase) && { phase }),
      });
    },
    {
      bus: {
        publish: () => undefined,
        subscribe: (listener) => {
          const served = current();
          served.isStream = true;
          return watchHost(served.host, resourcesOf(served.host).sources, listener);
        },
      },
      ...withoutUndefined({ onerror: onError, maxSubscriptions, keepAliveMs, maxRequestBodySize }),
    },
  );
  return {
    async fetch(request, host, { watched, signal, onStream, tools, policyTools, ...given } = {}) {
      const named = phaseIn(request);
      if (named !== null && !isPhase(named))
        return new Response(`The phase must be one of ${phases.join(", ")}.`, { status: 400 });
      const served: Served = { host, listing: withoutUndefined({ tools, policyTools }), watched, isStream: false };
      const response = await requests.run(served, () => handler.fetch(request, given));
      if (!served.isStream || response.body === null) return response;
      const { body, closed } = paceStream(response.body, signal);
      onStream?.(closed);
      return new Response(body, response);
    },
    close: () => handler.close(),
  };
}

function phaseIn({ url }: Request): string | null {
  return new URL(url).searchParams.get("phase");
}

function isPhase(named: string | null | undefined): named is Phase {
  return phases.some((phase) => phase === named);
}
