import { described } from "@precept/core";
import { tokenCounterIds } from "@precept/token-counters";
import * as z from "zod/mini";
import { oneOf, section, text } from "./schema-parts.ts";

/** The settings of token counting. */
export const tokensSchema = section({
  counter: described(
    "`tokenx`: an estimate by words. `gpt-tokenizer`: exact for OpenAI's models; needs the package gpt-tokenizer. `characters`: four characters per token. Default `tokenx`.",
    z.exactOptional(oneOf(tokenCounterIds)),
  ),
  model: described(
    "The model that reads the rules, such as `claude-opus-4-7` or `gpt-5`. Its tokenizer decides the count. Default: none.",
    z.exactOptional(text),
  ),
});
