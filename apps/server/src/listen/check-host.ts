import { lookup } from "node:dns/promises";
import { PreceptError } from "@precept/core";
import { isLoopback } from "../access/address.ts";

/**
 * Resolves the name or address to listen on.
 *
 * @param isAuthenticated whether requests need a token. Otherwise only addresses of the own machine are allowed.
 * @returns the IP address, so that a name cannot mean another address afterwards.
 * @throws PreceptError `BIND_REFUSED`, `ADDRESS_UNAVAILABLE` for an unknown name.
 */
export async function resolveHost(host: string, isAuthenticated: boolean): Promise<string> {
  const address = await lookup(host === "" ? "::" : host).then(
    (found) => found.address,
    (error: unknown) => {
      throw new PreceptError(
        "ADDRESS_UNAVAILABLE",
        { address: JSON.stringify(host), reason: "the host is unknown" },
        { cause: error },
      );
    },
  );
  if (!isAuthenticated && !isLoopback(address))
    throw new PreceptError("BIND_REFUSED", { address: host === "" ? "all addresses" : host });
  return address;
}
