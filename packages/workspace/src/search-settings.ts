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

type EmbedderSection = NonNullable<NonNullable<UserConfig["search"]>["embedder"]>;

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
  const readKey = ({ apiKeyEnv: env, apiKeyFile: file }: EmbedderSection): string | undefined =>
    isAllowed
      ? gate.secret("search.embedder.apiKey", { env, file })
      : gate.userSecret("search.embedder.apiKey", { env, file }, home);
  return {
    relevance: withoutUndefined({ limit, mode, minScores, meaningMs }),
    embedder: embedder === undefined ? undefined : toEmbedderConfig(embedder, home, readKey),
    qdrant: findQdrant(project.qdrant, embedder !== undefined || options.embedder !== undefined, gate),
  };
}

function findQdrant(
  section: NonNullable<Config["search"]>["qdrant"],
  hasEmbedder: boolean,
  gate: PathGate,
): QdrantSettings | undefined {
  if (section === undefined) return undefined;
  const { apiKeyEnv: env, apiKeyFile: file, collection } = section;
  const url = findServerUrl("search.qdrant", section, gate);
  const apiKey = gate.secret("search.qdrant.apiKey", { env, file });
  if (url === undefined || (apiKey === undefined && (env ?? file) !== undefined)) return undefined;
  if (hasEmbedder) return { url, ...withoutUndefined({ apiKey, collection }) };
  gate.reportNoEffect("search.qdrant", "it needs `search.embedder`");
  return undefined;
}

function toEmbedderConfig(
  { provider, modelDir, model, allowDownload = false, url = "", ...key }: EmbedderSection,
  home: string,
  readKey: (section: EmbedderSection) => string | undefined,
): EmbedderConfig {
  if (provider === "http" || (provider === undefined && url !== "")) {
    const apiKey = readKey(key);
    return { provider: "http", url, model: model ?? "", ...(apiKey !== undefined && { apiKey }) };
  }
  if (modelDir !== undefined) return { provider: "local", modelDir: resolve(modelDir.replace(/^~(?=\/|$)/, homedir())) };
  return { provider: "local", ...(model !== undefined && { model }), allowDownload, cacheDir: join(home, "cache", "models") };
}
