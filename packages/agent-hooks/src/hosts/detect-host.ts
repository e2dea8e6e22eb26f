import { hosts } from "@precept/mdc-compat/hooks";
import { isRecord } from "@precept/core";
import { hookEventKindOf } from "@precept/governance";
import { hostIds, type HostId } from "../host-ids.ts";

/**
 * Returns which host sent a payload. Several hosts read the hook files of others, so the payload decides, and the
 * argument of the command only between hosts whose payloads look alike.
 *
 * @param hint the host that the command names.
 * @returns undefined if the payload is of no known host and there is no hint.
 */
export function detectHost(payload: unknown, hint?: HostId): HostId | undefined {
  if (!isRecord(payload)) return hint;
  const marked = hostIds.filter((id) => hosts[id].isMarked(payload, isEvent));
  if (marked.length > 0) return hint !== undefined && marked.includes(hint) ? hint : marked[0];
  if (hint !== undefined) return hint;
  return hostIds.find((id) => hosts[id].isAssumed?.(payload) === true);
}

function isEvent(name: string): boolean {
  return hookEventKindOf(name) !== "other";
}
