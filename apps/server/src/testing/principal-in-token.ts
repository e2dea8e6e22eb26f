import { roles, type Role } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Authenticator } from "../access/principal.ts";

/** Reads the principal from the token itself: `USER:ROLE`, or `USER:ROLE:PROJECT,PROJECT`. An empty user is none. For tests. */
export const principalInToken: Authenticator = {
  authenticate(authorization) {
    const [, user = "", role = "", projects] = /^Bearer ([^:]*):(\w+)(?::(.*))?$/.exec(authorization ?? "") ?? [];
    if (!roles.some((one) => one === role)) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    return {
      tokenId: `${user}:${role}`,
      role: role as Role,
      projects: projects === undefined ? "all" : projects.split(","),
      ...(user !== "" && { user: decodeURIComponent(user) }),
    };
  },
};
