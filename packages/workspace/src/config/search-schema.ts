import { described, searchModes } from "@precept/core";
import * as z from "zod/mini";
import { flag, limit, oneOf, section, text } from "./schema-parts.ts";

const noScore = { error: "must be a number from 0 to 1" };
const score = z.number(noScore).check(z.gte(0, noScore), z.lte(1, noScore));

const embedder = section({
  provider: described(
    "`local`: a model on this machine. `http`: an OpenAI-compatible endpoint, to which the texts of rules and prompts are sent.",
    z.exactOptional(oneOf(["local", "http"])),
  ),
  modelDir: described("`local`: the directory of an ONNX model. Absolute, or `~/…`.", z.exactOptional(text)),
  model: described("The name of the model: in the directory of downloaded models, or at the endpoint.", z.exactOptional(text)),
  allowDownload: described(
    "`local`: whether the model may be downloaded to `~/.precept/cache/models`. Default false.",
    z.exactOptional(flag),
  ),
  url: described("`http`: the address of the API, such as `http://127.0.0.1:11434/v1`.", z.exactOptional(text)),
  apiKeyEnv: described("`http`: the name of the environment variable with the API key.", z.exactOptional(text)),
});

const minScores = section({
  sparse: described("For words, from 0 to 1.", z.exactOptional(score)),
  dense: described("For meaning, from 0 to 1.", z.exactOptional(score)),
});

/** The settings of searches, in the project's configuration and in the user's. */
export const searchSchema = section({
  limit: described("The maximum number of `relevant` rules that apply to a request. Default 5.", z.exactOptional(limit)),
  mode: described("How `relevant` rules are found. Default `hybrid`.", z.exactOptional(oneOf(searchModes))),
  minScores: described("The minimum scores of `relevant` rules. A rule must reach one of them.", z.exactOptional(minScores)),
  embedder: described(
    "What converts texts to vectors, for search by meaning. In the user's configuration, or in that of a trusted project. Default: none, so that rules are found by words.",
    z.exactOptional(embedder),
  ),
});
