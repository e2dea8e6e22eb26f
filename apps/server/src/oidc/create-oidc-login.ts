import { isLoopback } from "../access/address.ts";
import type { Principal } from "../access/principal.ts";
import { callbackPath, type OidcOptions } from "./options.ts";
import type { PendingLogin } from "./pending-login.ts";
import { defaults, toPrincipal, type LoginFailure, type UserInfo } from "./to-principal.ts";
import type { Configuration } from "openid-client";

/** Logins with an OpenID Connect provider. */
export interface OidcLogin {
  /** The host of the provider, for the button of the login. */
  readonly provider: string;
  /** The address of this server for browsers. */
  readonly url: string;
  /** Begins a login. Returns where to send the browser, and what it has to keep. */
  begin(): Promise<{ readonly address: string; readonly pending: PendingLogin } | LoginFailure>;
  /** Ends a login. @param query of the address to which the provider sent the browser. */
  finish(query: string, pending: PendingLogin): Promise<Principal | LoginFailure>;
  /** Where a browser logs out of the provider. Undefined if the provider has no such page, or does not answer. */
  logoutAddress(): Promise<string | undefined>;
}

const defaultScopes = ["openid", "profile", "email"] as const;
/** How long a provider may take for an answer, in milliseconds. */
const defaultTimeoutMs = 10_000;

/** Creates logins with a provider. Its configuration, and the library, are loaded at the first login. */
export function createOidcLogin(options: OidcOptions): OidcLogin {
  const { issuer, clientId, clientSecret, url, scopes = defaultScopes, timeoutMs = defaultTimeoutMs } = options;
  const callback = url.replace(/\/$/, "") + callbackPath;
  let discovered: Promise<Configuration> | undefined;

  async function configuration(): Promise<Configuration> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      // The provider may be back at the next login.
      discovered = undefined;
      throw error;
    }
  }

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks } = await import("openid-client");
    const server = new URL(issuer);
    // Without TLS only on this machine, for trying it.
    const execute = [enableNonRepudiationChecks, ...(isLoopbackUrl(server) ? [allowInsecureRequests] : [])];
    return discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutMs / 1000 });
  }

  return {
    provider: new URL(issuer).host,
    url: url.replace(/\/$/, ""),
    async begin() {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
        await import("openid-client");
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      try {
        const address = buildAuthorizationUrl(await configuration(), {
          redirect_uri: callback,
          scope: scopes.join(" "),
          state: pending.state,
          nonce: pending.nonce,
          code_challenge: await calculatePKCECodeChallenge(pending.verifier),
          code_challenge_method: "S256",
        });
        return { address: address.href, pending };
      } catch (error) {
        return { problem: "unreachable", reason: describe(error) };
      }
    },
    async finish(query, { state, nonce, verifier }) {
      const client = await import("openid-client");
      try {
        const config = await configuration();
        const answer = await client.authorizationCodeGrant(config, new URL(`${callback}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return toPrincipal(await addUserInfo(config, answer.access_token, answer.claims()), options);
      } catch (error) {
        return toFailure(error);
      }
    },
    async logoutAddress() {
      try {
        const { buildEndSessionUrl } = await import("openid-client");
        const config = await configuration();
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        return buildEndSessionUrl(config, { post_logout_redirect_uri: `${url.replace(/\/$/, "")}/console/` }).href;
      } catch {
        return undefined;
      }
    },
  };

  /** Asks the provider for the claims that the ID token does not have. */
  async function addUserInfo(config: Configuration, accessToken: string, claims: UserInfo | undefined): Promise<UserInfo> {
    const { userClaim, groupsClaim } = { ...defaults, ...options };
    const isComplete = [userClaim, groupsClaim].every((claim) => claims?.[claim] !== undefined);
    if (claims === undefined || isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims ?? {};
    const { fetchUserInfo } = await import("openid-client");
    return { ...(await fetchUserInfo(config, accessToken, String(claims["sub"]))), ...claims };
  }
}

/** The codes of the library for answers that a provider does not give, or not in the form of the specification. */
const unusable = /^OAUTH_(?:TIMEOUT|ABORT|RESPONSE_BODY_ERROR|RESPONSE_IS_NOT_\w+|PARSE_ERROR|MISSING_SERVER_METADATA)$/;

function toFailure(error: unknown): LoginFailure {
  const { code, error: oauthError } = (error ?? {}) as { readonly code?: string; readonly error?: string };
  const reason = describe(error);
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return { problem: "denied", reason };
  // The code was used before, or too late.
  if (oauthError === "invalid_grant") return { problem: "expired", reason };
  const isUnreachable = code === undefined || unusable.test(code);
  return { problem: isUnreachable ? "unreachable" : "invalid", reason };
}

/** Describes an error with its causes, which say why a provider was not reached. */
function describe(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error && texts.length < 4; at = at.cause) {
    const { error: oauthError, error_description: description } = at as { error?: unknown; error_description?: unknown };
    texts.push([at.message, oauthError, description].filter((text) => typeof text === "string" && text !== "").join(" "));
  }
  return texts.join(": ");
}

/** Whether a URL is one of this machine. */
function isLoopbackUrl({ hostname }: URL): boolean {
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
}
