import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { defaultConfigFile } from "../config/default-config-file.ts";
import { readEnvironment } from "../config/environment.ts";
import { readConfigFile } from "../config/read-config-file.ts";
import { fileTokens, sharedTokens, type TokenStore } from "../tokens/token-store.ts";
import { tokenFileIn } from "../tokens/token-file.ts";
import { openState } from "./open-state.ts";

export interface FindTokensOptions {
  /** The token file that the user named, absolute. It is used instead of every other place. */
  readonly file?: string | undefined;
  /** The user's Precept directory, with the configuration of the server. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** The tokens of a server, and what to close afterwards. */
export interface FoundTokens extends AsyncDisposable {
  readonly tokens: TokenStore;
}

/**
 * Finds the tokens of the server that the environment and `server.yaml` in the user's directory configure: in the state that servers
 * share, or in a file. @throws PreceptError `SERVER_CONFIG_INVALID`, `STORE_FAILED`
 */
export async function findTokens({ file, home, env, cwd }: FindTokensOptions): Promise<FoundTokens> {
  if (file !== undefined) return inFile(file);
  const sources = [readEnvironment(env, cwd), readConfigFile(join(home, defaultConfigFile), false)];
  const problems = sources.flatMap((source) => source.problems);
  if (problems.length > 0) throw new PreceptError("SERVER_CONFIG_INVALID", { problems });
  const settings = sources.find((source) => source.settings.state !== undefined)?.settings.state;
  const state = await openState(settings, env);
  if (state === undefined) return inFile(tokenFileIn(home));
  return { tokens: sharedTokens(state), [Symbol.asyncDispose]: async () => state[Symbol.asyncDispose]() };
}

function inFile(path: string): FoundTokens {
  return { tokens: fileTokens(path), [Symbol.asyncDispose]: async () => undefined };
}
