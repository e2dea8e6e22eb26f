import { PreceptError } from "@precept/core";
import type { Authenticator, Principal } from "../access/principal.ts";
import { createToken, formatToken, hashSecret, isSameHash, parseToken } from "../tokens/token.ts";

/** A token that authenticates one request, for the link of `precept ui`. */
export interface OneTimeToken {
  readonly token: string;
  readonly authenticator: Authenticator;
}

/** Creates a token that works once. @param principal who the request with the token comes from. */
export function createOneTimeToken(principal: Principal): OneTimeToken {
  const created = createToken();
  let expected: Uint8Array | undefined = hashSecret(created.secret);
  return {
    token: formatToken(created),
    authenticator: {
      authenticate(authorization) {
        if (authorization === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
        const { secret = "" } = parseToken(authorization.replace(/^Bearer /, "")) ?? {};
        if (expected === undefined || !isSameHash(hashSecret(secret), expected)) {
          throw new PreceptError("UNAUTHENTICATED", { reason: "invalid" });
        }
        expected = undefined;
        return principal;
      },
    },
  };
}
