import { fileTokens, sharedTokens, type TokenStore } from "../tokens/token-store.ts";
import { tokenFileIn } from "../tokens/token-file.ts";
import { openState } from "./open-state.ts";
import { readUserConfig, type UserConfigSources } from "./read-user-config.ts";

export interface FindTokensOptions extends UserConfigSources {
  /** The token file that the user named, absolute. It is used instead of every other place. */
  readonly file?: string | undefined;
}

/** The tokens of a server, and what to close afterwards. */
export interface FoundTokens extends AsyncDisposable {
  readonly tokens: TokenStore;
}

/**
 * Finds the tokens of the server that the environment and `server.yaml` in the user's directory configure: in the state that servers
 * share, or in a file. @throws PreceptError `SERVER_CONFIG_INVALID`, `STORE_FAILED`
 */
export async function findTokens({ file, ...sources }: FindTokensOptions): Promise<FoundTokens> {
  if (file !== undefined) return inFile(file);
  const state = await openState(readUserConfig(sources).state, sources.env);
  if (state === undefined) return inFile(tokenFileIn(sources.home));
  return { tokens: sharedTokens(state), [Symbol.asyncDispose]: async () => state[Symbol.asyncDispose]() };
}

function inFile(path: string): FoundTokens {
  return { tokens: fileTokens(path), [Symbol.asyncDispose]: async () => undefined };
}
