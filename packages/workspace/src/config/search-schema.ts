import { searchModes } from "@precept/core";
import * as z from "zod/mini";
import { flag, limit, oneOf, secretSettings, section, setting, text } from "./schema-parts.ts";

const noScore = { error: "must be a number from 0 to 1" };
const score = z.number(noScore).check(z.gte(0, noScore), z.lte(1, noScore));

const embedder = section({
  provider: setting(
    "`local`: a model on this machine. `http`: an OpenAI-compatible endpoint, to which the texts of rules and prompts are sent.",
    oneOf(["local", "http"]),
  ),
  modelDir: setting("`local`: the directory of an ONNX model. Absolute, or `~/…`.", text),
  model: setting("The name of the model: in the directory of downloaded models, or at the endpoint.", text),
  allowDownload: setting("`local`: whether the model may be downloaded to `~/.precept/cache/models`. Default false.", flag),
  url: setting("`http`: the address of the API, such as `http://127.0.0.1:11434/v1`.", text),
  ...secretSettings("apiKey", "API key for `http`", "EMBEDDINGS_API_KEY"),
});

const minScores = section({
  sparse: setting("For words, from 0 to 1. Default 0.32.", score),
  dense: setting("For meaning, from 0 to 1. Default: what stands out among the rules, which depends on the embedder.", score),
});

const qdrant = section({
  url: setting(
    "The address of the REST API, without a key: `http://qdrant.internal:6333`.",
    text.check(z.regex(/^https?:\/\/[^\s@]+$/, { error: "must begin with http:// or https:// and have no password" })),
  ),
  ...secretSettings("url", "address", "QDRANT_URL"),
  ...secretSettings("apiKey", "API key", "QDRANT_API_KEY"),
  collection: setting(
    "The name of the collection. Each database of rules needs another one. Default `_memory`.",
    text.check(z.regex(/^[\w-]{1,200}$/, { error: "must consist of letters, digits, _ and -, at most 200" })),
  ),
});

const shared = {
  limit: setting("The maximum number of `relevant` rules that apply to a request. Default 5.", limit),
  mode: setting("How `relevant` rules are found. Default `hybrid`.", oneOf(searchModes)),
  timeout: setting(
    "How long a request waits for the search by meaning, in milliseconds. Then rules are found by words only. Default 300.",
    limit,
  ),
  minScores: setting("The minimum scores of `relevant` rules. A rule must reach one of them.", minScores),
  embedder: setting(
    "What converts texts to vectors, for search by meaning. In the user's configuration, or in that of a trusted project. Default: none, so that rules are found by words.",
    embedder,
  ),
};

/** In the user's own configuration. */
export const userSearchSchema = section(shared);

export const searchSchema = section({
  ...shared,
  qdrant: setting(
    "A Qdrant server that finds the rules of `store.postgres` or `store.sqlite` by meaning, for many servers. Needs `search.embedder`. Only in a trusted project. Default: none.",
    qdrant,
  ),
});
