import type { Role } from "@precept/contract";

/** The groups of a provider that have each role. */
export type RoleGroups = Readonly<Partial<Record<Role, readonly string[]>>>;

/** The OpenID Connect provider with which users log in to the console. */
export interface OidcOptions {
  /** The identifier of the provider, below which its configuration is. */
  readonly issuer: string;
  readonly clientId: string;
  /** Default: the client is public, and proves itself by PKCE alone. */
  readonly clientSecret?: string;
  /** The address of this server for browsers. The provider must know the callback below it, see `callbackPath`. */
  readonly url: string;
  /** Default `openid profile email`. */
  readonly scopes?: readonly string[];
  /** The claim with the user. Default `preferred_username`. */
  readonly userClaim?: string;
  /** The claim with the groups of the user. Default `groups`. */
  readonly groupsClaim?: string;
  /** The groups that have each role in all projects. The highest role of a user counts. Default: none. */
  readonly roles?: RoleGroups;
  /** The groups that have each role in single projects. Default: none. */
  readonly projects?: readonly { readonly id: string; readonly roles: RoleGroups }[];
  /** How long the provider may take for an answer, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Where a browser begins a login, and where the provider sends it back. */
export const loginPath = "/api/v1/session/login";
export const callbackPath = "/api/v1/session/callback";
