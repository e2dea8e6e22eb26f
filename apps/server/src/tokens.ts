// The tokens of a server, for programs that do not load the server itself
export { addToken, readTokens, removeToken, type CreatedToken, type NewToken } from "./tokens/manage-tokens.ts";
export {
  createTokenAuthenticator,
  type TokenAuthenticator,
  type TokenAuthenticatorOptions,
} from "./tokens/token-authenticator.ts";
export { tokenFileIn } from "./tokens/token-file.ts";
export type { TokenRecord } from "./tokens/token-record.ts";
export type { TokenStore } from "./tokens/token-store.ts";
export { findTokens, type FindTokensOptions, type FoundTokens } from "./state/find-tokens.ts";
