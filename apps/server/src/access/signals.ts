import type { TrustedSignals } from "@precept/enforcement";
import type { Principal } from "./principal.ts";

/**
 * Returns what the server knows about a client, for the `context_filter` of policies. Without tokens it knows nothing
 * about it.
 */
export function signalsOfPrincipal({ tokenId, user, role }: Principal): TrustedSignals {
  return { ...(tokenId !== undefined && { role }), ...(user !== undefined && { user }) };
}
