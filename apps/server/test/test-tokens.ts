import { roles, type Role } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Authenticator } from "../src/access/principal.ts";

/** Accepts tokens like `reader:ana`: the role, and the user. `reader:` is a token without a user. */
export const testTokens: Authenticator = {
  authenticate(authorization) {
    if (authorization === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    const [, role = "", user = ""] = /^Bearer (\w+):(.*)$/.exec(authorization) ?? [];
    if (!roles.includes(role as Role)) throw new PreceptError("UNAUTHENTICATED", { reason: "invalid" });
    return { tokenId: `${role}:${user}`, role: role as Role, projects: "all", ...(user !== "" && { user }) };
  },
};
