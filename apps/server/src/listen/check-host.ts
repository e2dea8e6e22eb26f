import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";
import { PreceptError } from "@precept/core";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address can only be reached from its own machine. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

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
        { address: JSON.stringify(host), reason: "there is no such host" },
        { cause: error },
      );
    },
  );
  if (!isAuthenticated && !isLoopback(address))
    throw new PreceptError("BIND_REFUSED", { address: host === "" ? "all addresses" : host });
  return address;
}
