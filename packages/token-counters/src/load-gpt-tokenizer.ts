import { PreceptError } from "@precept/core";
import { splitLongRuns } from "./split-long-runs.ts";

/** The encodings that gpt-tokenizer counts with. */
export type GptEncodingName = "o200k_base" | "cl100k_base";

interface Encoding {
  countTokens(text: string, options: { readonly disallowedSpecial: Set<string> }): number;
}

/**
 * Loads an encoding of the optional package `gpt-tokenizer`, which takes some 200 ms.
 *
 * @returns the function that counts the tokens of a text. Names of special tokens, such as `<|endoftext|>`, are counted
 *   as text. A run of more than 256 letters, spaces or signs is counted in parts, which can give a few tokens more.
 * @throws PreceptError `TOKEN_COUNTER_FAILED` if the package is not installed.
 */
export async function loadGptTokenizer(name: GptEncodingName): Promise<(text: string) => number> {
  const encoding = await importEncoding(name);
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => splitLongRuns(text).reduce((total, part) => total + encoding.countTokens(part, options), 0);
}

async function importEncoding(name: GptEncodingName): Promise<Encoding> {
  try {
    return name === "o200k_base"
      ? await import("gpt-tokenizer/encoding/o200k_base")
      : await import("gpt-tokenizer/encoding/cl100k_base");
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isMissing = /cannot find (?:package|module)/i.test(text) && text.includes("gpt-tokenizer");
    const reason = isMissing
      ? "the package gpt-tokenizer is not installed"
      : `the package gpt-tokenizer could not be loaded: ${(text.split("\n")[0] ?? "").replace(/\.$/, "")}`;
    throw new PreceptError(
      "TOKEN_COUNTER_FAILED",
      { counter: "gpt-tokenizer", reason, remedy: "Run `npm install gpt-tokenizer`." },
      { cause: error },
    );
  }
}
