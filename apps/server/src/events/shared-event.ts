import type { EventData, SubscribableEvent } from "@precept/contract";
import { isVisibleTo, tenantKey, type Tenant } from "@precept/core";

/** An event of a project in the log that its servers share. The fields beside `data` say who may see it. */
export type SharedEvent =
  | { readonly type: "rules_changed"; readonly owner: Tenant; readonly data: EventData<"rules_changed"> }
  | { readonly type: "rules_applied"; readonly tenant: Tenant; readonly data: EventData<"rules_applied"> }
  | { readonly type: "rule_debug"; readonly tenant: Tenant; readonly data: EventData<"rule_debug"> }
  | { readonly type: "context_changed"; readonly isMain: boolean; readonly data: EventData<"context_changed"> }
  /** @param user whose agent it is; null for none. */
  | { readonly type: "violation"; readonly user: string | null; readonly data: EventData<"violation"> }
  /** A client of some server has a stream, so that all servers publish what they resolve, for a while. */
  | { readonly type: "subscribed"; readonly withTraces: boolean };

/** What a channel of events shows. */
export interface Audience {
  /** Whose events; `all`: every user's. */
  readonly reader: Tenant | "all";
  readonly withTraces: boolean;
  /** Whether changes of the contexts of main sessions are shown. */
  readonly mainSession: boolean;
}

/** The event as a channel publishes it. Undefined if its audience may not see it. */
export type VisibleEvent = {
  [Type in SubscribableEvent]: { readonly type: Type; readonly data: EventData<Type> };
}[SubscribableEvent];

export function eventFor({ reader, withTraces, mainSession }: Audience, event: SharedEvent): VisibleEvent | undefined {
  switch (event.type) {
    case "rules_changed":
      return reader === "all" || isVisibleTo(event.owner, reader) ? event : undefined;
    case "rules_applied":
      return reader === "all" || tenantKey(event.tenant) === tenantKey(reader) ? event : undefined;
    case "rule_debug":
      return withTraces && (reader === "all" || tenantKey(event.tenant) === tenantKey(reader)) ? event : undefined;
    case "context_changed":
      return mainSession || !event.isMain ? event : undefined;
    case "violation":
      return reader === "all" || (reader.userId ?? null) === event.user ? event : undefined;
    case "subscribed":
      return undefined;
  }
}
