import type { ServerEvent } from "@modelcontextprotocol/server";
import type { PreceptHost } from "../host/precept-host.ts";
import type { ResourceSource } from "../host/resource-source.ts";

/** Calls the listener when what a host's client can list or read has changed. Returns a function that unsubscribes. */
export function watchHost(
  { policies }: PreceptHost,
  sources: readonly ResourceSource[],
  listener: (event: ServerEvent) => void,
): () => void {
  const unsubscribers = [
    policies?.subscribe(() => listener({ kind: "tools_list_changed" })),
    ...sources.map((source) =>
      source.subscribe?.((change) =>
        listener(change.kind === "list" ? { kind: "resources_list_changed" } : { kind: "resource_updated", uri: change.uri }),
      ),
    ),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe?.();
  };
}
