import type { HookEventKind } from "@precept/governance";
import type { HostEvent } from "@precept/mdc-compat/hooks";

/** An event of a payload, with what its answer can do. */
export interface AnsweredEvent extends HostEvent {
  readonly name: string;
  readonly kind: HookEventKind;
}
