import type { Channel } from "@precept/contract/values";
import type { Resolution, ResolveRequest, SearchResult } from "@precept/core";
import { findDialect } from "@precept/mdc-compat";
import { count, observe } from "@precept/telemetry";

/** Traces and measures a request for rules. Texts of the request and of rules are not recorded. */
export function observeResolve(request: ResolveRequest, resolve: () => Promise<Resolution>): Promise<Resolution> {
  const attributes = {
    "gen_ai.agent.name": agentNameOf(request.tool),
    "gen_ai.conversation.id": request.session,
    "precept.request.id": request.id,
  };
  return observe("resolve", attributes, async (annotate) => {
    const resolution = await resolve();
    const { applied, dropped, totals } = resolution;
    annotate({
      "precept.rules.evaluated": totals.evaluated,
      "precept.rules.applied": applied.length,
      "precept.rules.dropped": dropped.length,
    });
    count("precept.resolutions", 1, {});
    count("precept.rules.applied", applied.length, {});
    // The list of skipped rules is only computed if it is read.
    count("precept.rules.skipped", totals.evaluated - applied.length - dropped.length, {});
    count("precept.rules.dropped", dropped.length, {});
    return resolution;
  });
}

/** Traces and measures a search. */
export function observeSearch(search: () => Promise<SearchResult>): Promise<SearchResult> {
  return observe("search", {}, async (annotate) => {
    const result = await search();
    annotate({ "precept.search.mode": result.modeUsed, "precept.search.hits": result.hits.length });
    return result;
  });
}

/** Counts that rules reached an agent. */
export function countDelivery(channel: Channel, tool: string | undefined): void {
  count("precept.deliveries", 1, { "precept.channel": channel, "gen_ai.agent.name": agentNameOf(tool) });
}

/** The id of a tool. Others than the supported ones share a name, since rules and clients can name any. */
function agentNameOf(tool: string | undefined): string {
  return tool === undefined ? "none" : (findDialect(tool)?.id ?? "other");
}
