import { readSharedViolation } from "@precept/audit-log";
import type { StateLog } from "@precept/core";
import { toLoggedViolation } from "../violation-events.ts";
import type { EventFeed } from "./event-feed.ts";
import type { SharedEvent } from "../shared-event.ts";

/** How many entries are published at a time. */
const pageSize = 200;

/**
 * Publishes the entries of the shared audit log since the last published position: each once, by whichever server is first.
 *
 * @throws PreceptError `STORE_FAILED`
 */
export async function publishViolations(feed: EventFeed, audit: StateLog): Promise<void> {
  for (;;) {
    const { audit: published } = await feed.readState();
    const page = await audit.read({ after: published ?? 0, limit: published === undefined ? 0 : pageSize });
    // Entries from before the first server are not published.
    const until = published === undefined ? page.last : (page.entries.at(-1)?.position ?? published);
    if (until === published) return;
    const events = page.entries.flatMap(({ value }) => toEvent(value));
    await feed.append((state) => (state.audit === published ? { events, state: { ...state, audit: until } } : { events: [] }));
  }
}

function toEvent(value: string): readonly SharedEvent[] {
  const entry = readSharedViolation(value);
  if (entry === undefined) return [];
  const data = toLoggedViolation(entry);
  return [{ type: "violation", user: data.user_id, data }];
}
