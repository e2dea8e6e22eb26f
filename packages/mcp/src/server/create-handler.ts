import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { phases, type Phase } from "@precept/governance";
import type { RuleEngineHost } from "../host/host.ts";
import { notificationsUri } from "../names.ts";
import { createPriorityQueue } from "../queue/priority-queue.ts";
import { createRuleEngineServer, type RuleEngineServerOptions } from "./create-server.ts";

/** A rule engine over HTTP, and its end. */
export interface RuleEngineHandler extends Pick<McpHttpHandler, "fetch"> {
  close(): Promise<void>;
}

/**
 * Answers HTTP requests, each with a server of its own, for a web server to mount. The phase may be in the URL, as `?phase=REVIEW`.
 *
 * Whoever mounts it has to check the headers `Host` and `Origin`, and who is asking: nothing here does.
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
  const ends = [
    host.subscribe(() => handler.notify.toolsChanged()),
    queue.subscribe(() => handler.notify.resourceUpdated(notificationsUri)),
  ];
  return {
    async fetch(request, given) {
      const named = phaseIn(request);
      if (named !== null && !isPhase(named))
        return new Response(`The phase has to be one of ${phases.join(", ")}.`, { status: 400 });
      return handler.fetch(request, given);
    },
    async close() {
      for (const end of ends) end();
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
