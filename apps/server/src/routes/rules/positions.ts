import { positionHeader } from "@precept/contract/values";
import { PreceptError, type Rulebook, type RuleStore, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { invalidFields } from "../../problems/invalid-input.ts";

/** How many positions a request may have. Each can be a call of a store. */
const maxPositions = 16;

/** A position on the wire: the token of the store in base64url, so that clients do not read it. */
const wirePosition = /^[\w-]{1,1000}$/;

/** Returns the position of a store after a write, for the wire. Null if other servers would not know it. */
export async function positionAfterWrite(store: RuleStore): Promise<string | null> {
  return store.capabilities.positions ? Buffer.from(await store.etag(), "utf8").toString("base64url") : null;
}

/** Converts a position to the header of an answer. */
export function positionHeaders(position: string | null): Readonly<Record<string, string>> {
  return position === null ? {} : { [positionHeader]: position };
}

/**
 * Waits until the rules of a tenant include everything up to the positions in the header of a request.
 *
 * @param header returns a header by its name.
 * @throws PreceptError `REQUEST_INVALID`, `STORE_CAPABILITY_MISSING`, `POSITION_UNKNOWN`, `POSITION_NOT_REACHED`
 */
export async function reachPositions(
  rulebook: Pick<Rulebook, "reachPosition">,
  header: (name: string) => string | null | undefined,
  { tenant, signal }: { readonly tenant: () => Promise<Tenant>; readonly signal: AbortSignal },
): Promise<void> {
  const given = header(positionHeader) ?? undefined;
  if (given === undefined) return;
  const positions = given.split(",").map((one) => one.trim());
  if (positions.length > maxPositions || !positions.every((one) => wirePosition.test(one))) {
    throw invalidFields({ pointer: "", detail: `the header ${positionHeader} must have the positions of earlier answers` });
  }
  const owner = await tenant();
  for (const position of positions) {
    await rulebook.reachPosition(Buffer.from(position, "base64url").toString("utf8"), { tenant: owner, signal });
  }
}

/** How long a request waits for the present position, in milliseconds. Rules may then be out of date, which their store reports. */
const presentLimitMs = 1000;

/**
 * Waits until the rules of a tenant include what any server has written before the request: for clients that do not send
 * positions. A store that does not answer in time is used as it is.
 */
export async function reachPresent(
  { rulebook, stores }: Pick<Workspace, "rulebook" | "stores">,
  { tenant, signal }: { readonly tenant: Tenant; readonly signal: AbortSignal },
): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(presentLimitMs)]);
  for (const store of stores) {
    if (!store.capabilities.positions) continue;
    try {
      await rulebook.reachPosition(await store.etag({ signal: limited }), { tenant, signal: limited });
    } catch (error) {
      signal.throwIfAborted();
      if (!limited.aborted && !PreceptError.is(error)) throw error;
    }
  }
}
