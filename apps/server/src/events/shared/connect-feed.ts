import type { Workspace } from "@precept/workspace";
import type { ChannelSource, PublishAt } from "../channel.ts";
import { waitUntilFollowed } from "../connect-sources.ts";
import { eventFor, type Audience } from "../shared-event.ts";
import type { SharedEvents } from "./shared-events.ts";

/** Publishes the recent and the new events of all servers of a project, as far as an audience may see them. */
export function connectFeed(
  workspace: Workspace,
  shared: SharedEvents,
  { publishAt, ...audience }: Audience & { readonly publishAt: PublishAt },
): ChannelSource {
  const { feed } = shared;
  for (const { position, event } of feed.held) publishAt(position, eventFor(audience, event));
  const unsubscribe = feed.subscribe(({ position, event }) => publishAt(position, eventFor(audience, event)));
  let isClosed = false;
  let endWanting: (() => void) | undefined;
  const want = async (): Promise<void> => {
    const end = await shared.want(audience.withTraces);
    if (isClosed) end();
    else endWanting = end;
  };
  return {
    ready: Promise.all([want(), waitUntilFollowed(workspace, audience)]).then(() => undefined),
    close: () => {
      isClosed = true;
      unsubscribe();
      endWanting?.();
    },
  };
}
