import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { withoutUndefined, type RelevanceOptions } from "@precept/core";
import type { EmbedderConfig } from "@precept/embedders";
import type { Config, UserConfig } from "./config/config.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { PathGate } from "./path-gate.ts";
import { findServerUrl } from "./server-url.ts";

export interface SearchSettings {
  /** Which `relevant` rules apply to a request with a prompt. */
  readonly relevance: RelevanceOptions;
  readonly embedder: EmbedderConfig | undefined;
  /** The server that finds rules by meaning; undefined if there is none, or if it is not allowed. */
  readonly qdrant: QdrantSettings | undefined;
}

interface QdrantSettings {
  readonly url: string;
  readonly apiKey?: string;
  readonly collection?: string;
}

/** Uses a project's embedder only if the user trusts the project: it can send texts to another machine. */
export function readSearchSettings(
  options: WorkspaceOptions,
  config: Config,
  user: UserConfig,
  { home, gate }: { readonly home: string; readonly gate: PathGate },
): SearchSettings {
  const [own = {}, project = {}] = [user.search, config.search];
  const {
    limit = project.limit ?? own.limit,
    mode = project.mode ?? own.mode,
    minScores = project.minScores ?? own.minScores,
    meaningMs = project.timeout ?? own.timeout,
  } = options.relevance ?? {};
  const isAllowed = project.embedder !== undefined && gate.mayAct("search.embedder");
  const embedder = isAllowed ? project.embedder : own.embedder;
  return {
    relevance: withoutUndefined({ limit, mode, minScores, meaningMs }),
    embedder: embedder === undefined ? undefined : toEmbedderConfig(embedder, home),
    qdrant: findQdrant(project.qdrant, embedder !== undefined || options.embedder !== undefined, gate),
  };
}

function findQdrant(
  section: NonNullable<Config["search"]>["qdrant"],
  hasEmbedder: boolean,
  gate: PathGate,
): QdrantSettings | undefined {
  if (section === undefined) return undefined;
  const { apiKeyEnv, collection } = section;
  const url = findServerUrl("search.qdrant", section, gate);
  if ((apiKeyEnv !== undefined && !gate.mayAct("search.qdrant.apiKeyEnv")) || url === undefined) return undefined;
  const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv];
  if (!hasEmbedder) gate.reportNoEffect("search.qdrant", "it needs `search.embedder`");
  else if (apiKeyEnv !== undefined && apiKey === undefined) {
    gate.reportNoEffect("search.qdrant", `the environment variable ${apiKeyEnv} is not set`);
  } else return { url, ...withoutUndefined({ apiKey, collection }) };
  return undefined;
}

function toEmbedderConfig(
  {
    provider,
    modelDir,
    model,
    allowDownload = false,
    url = "",
    apiKeyEnv,
  }: NonNullable<NonNullable<UserConfig["search"]>["embedder"]>,
  home: string,
): EmbedderConfig {
  if (provider === "http" || (provider === undefined && url !== "")) {
    const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv];
    return { provider: "http", url, model: model ?? "", ...(apiKey !== undefined && { apiKey }) };
  }
  if (modelDir !== undefined) return { provider: "local", modelDir: resolve(modelDir.replace(/^~(?=\/|$)/, homedir())) };
  return { provider: "local", ...(model !== undefined && { model }), allowDownload, cacheDir: join(home, "cache", "models") };
}
