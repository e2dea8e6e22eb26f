import type { Registrant } from "@precept/enforcement";
import { userOf } from "../../access/tenant.ts";
import type { RequestContext } from "../handler.ts";

/**
 * Returns who registers policies, over any protocol: the token and the user of the request. All requests of a server
 * without tokens come from one client, the machine itself.
 */
export function registrantOf(context: RequestContext): Pick<Registrant, "client" | "user"> {
  const { principal } = context;
  const user = userOf(context, undefined);
  const client = principal.tokenId === undefined ? "local" : `token:${principal.tokenId}`;
  return { client: user === undefined ? client : `${client} user:${user}`, ...(user !== undefined && { user }) };
}
