import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { phases, type Phase } from "@precept/governance";
import type { RuleEngineHost } from "../host/host.ts";
import { notificationsUri } from "../names.ts";
import { createPriorityQueue } from "../queue/priority-queue.ts";
import { createRuleEngineServer, type RuleEngineServerOptions } from "./create-server.ts";

/** A rule engine over HTTP. */
export interface RuleEngineHandler extends Pick<McpHttpHandler, "fetch"> {
  close(): Promise<void>;
}

/**
 * Creates a `fetch` handler that serves a rule engine over HTTP, to mount in a web server. The phase can be in the URL: `?phase=REVIEW`.
 *
 * The web server must validate the headers `Host` and `Origin`, and authenticate clients. The handler does neither.
 *
 * @example
 * ```ts
 * import { createPolicyHost, createRuleEngineHandler } from "@precept/mcp";
 *
 * const { fetch } = createRuleEngineHandler(createPolicyHost());
 * const response = await fetch(new Request("http://127.0.0.1/mcp", { method: "POST", body: "{}" }));
 * console.log(response.status);
 * ```
 */
export function createRuleEngineHandler(
  host: RuleEngineHost,
  options: Omit<RuleEngineServerOptions, "era" | "pushes"> = {},
): RuleEngineHandler {
  const queue = options.queue ?? createPriorityQueue();
  const handler = createMcpHandler(({ era, requestInfo }) => {
    const phase = requestInfo && phaseIn(requestInfo);
    return createRuleEngineServer(host, { ...options, era, queue, pushes: false, ...(isPhase(phase) && { phase }) });
  });
  const unsubscribers = [
    host.subscribe(() => handler.notify.toolsChanged()),
    queue.subscribe(() => handler.notify.resourceUpdated(notificationsUri)),
  ];
  return {
    async fetch(request, given) {
      const named = phaseIn(request);
      if (named !== null && !isPhase(named))
        return new Response(`The phase must be one of ${phases.join(", ")}.`, { status: 400 });
      return handler.fetch(request, given);
    },
    async close() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      await handler.close();
    },
  };
}

function phaseIn({ url }: Request): string | null {
  return new URL(url).searchParams.get("phase");
}

function isPhase(named: string | null | undefined): named is Phase {
  return phases.some((phase) => phase === named);
}
