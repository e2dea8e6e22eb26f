import { roles, type Role } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Authenticator } from "../src/access/principal.ts";

/**
 * Reads the principal from the token itself: `USER:ROLE`, or `USER:ROLE:PROJECT,PROJECT`. An empty user is none. With
 * `+main` after the role, it may have main sessions. For tests.
 */
export const principalInToken: Authenticator = {
  authenticate(authorization) {
    const [, user = "", role = "", main, projects] = /^Bearer ([^:]*):(\w+)(\+main)?(?::(.*))?$/.exec(authorization ?? "") ?? [];
    if (!roles.some((one) => one === role)) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    return {
      tokenId: `${user}:${role}${main ?? ""}`,
      role: role as Role,
      mainSession: main !== undefined,
      projects: projects === undefined ? "all" : projects.split(","),
      ...(user !== "" && { user: decodeURIComponent(user) }),
    };
  },
};
