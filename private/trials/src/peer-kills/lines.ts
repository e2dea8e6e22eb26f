import type { StoreChange, StoreEvent, StoreReset } from "@precept/core";

/** The ids and revisions of rules. */
export type Revisions = readonly (readonly [id: string, revision: string])[];

/** What a client prints, one JSON value in each line. */
export type Line =
  | { readonly kind: "ready"; readonly token: string }
  | { readonly kind: "event"; readonly event: StoreEvent }
  | { readonly kind: "saved"; readonly saved: Revisions }
  | { readonly kind: "since"; readonly changes: StoreChange | StoreReset }
  | { readonly kind: "stopped"; readonly token: string; readonly revisions: Revisions };

/** What a client reads, one JSON value in each line. */
export type Command = { readonly kind: "since"; readonly token: string } | { readonly kind: "stop" };
