import { hosts } from "@precept/mdc-compat/hooks";
import type { HostId } from "../host-ids.ts";

/** What can be installed into a host. */
export const installParts = ["hooks", "mcp"] as const;
export type InstallPart = (typeof installParts)[number];

/** The parts to install. `needed`: the hooks, and the MCP server for hosts that get no rules through their hooks. */
export type RequestedParts = readonly InstallPart[] | "needed";

export function partsFor(host: HostId, parts: RequestedParts): readonly InstallPart[] {
  if (parts !== "needed") return parts;
  return givesContext(host) ? ["hooks"] : installParts;
}

/** Whether hooks can give the model of a host the rules that apply. What was only reported does not count. */
function givesContext(host: HostId): boolean {
  return Object.values(hosts[host].events).some(({ inject, unverified }) => inject === true && unverified !== true);
}
