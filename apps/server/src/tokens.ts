// The tokens of a server, for programs that do not load the server itself
export { addToken, removeToken, type CreatedToken, type NewToken } from "./tokens/manage-tokens.ts";
export {
  createTokenAuthenticator,
  type TokenAuthenticator,
  type TokenAuthenticatorOptions,
} from "./tokens/token-authenticator.ts";
export { readTokens, tokenFileIn } from "./tokens/token-file.ts";
export type { TokenRecord } from "./tokens/token-record.ts";
