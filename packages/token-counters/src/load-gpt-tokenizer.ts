import { PreceptError } from "@precept/core";

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

/** The maximum length of a run of letters, of white space or of other characters that is counted as a whole. */
export const maxRunLength = 256;

const beyond = maxRunLength + 1;

/** Matches texts that can have a longer run. The lookbehinds make the time linear. */
const longWord = new RegExp(`(?<!\\S)\\S{${beyond}}|(?<!\\s)\\s{${beyond}}`);

/** Creates a pattern of the runs that a tokenizer would process as one piece. Takes V8 most of a millisecond. */
function createPattern(): RegExp {
  return new RegExp(`[\\p{L}\\p{M}]{${beyond},}|\\s{${beyond},}|[^\\s\\p{L}\\p{M}\\p{N}]{${beyond},}`, "gu");
}

/**
 * Splits a text inside of runs that are longer than {@link maxRunLength}, without splitting surrogate pairs. The time
 * of byte pair encoding grows with the square of the length of a run: 100,000 Chinese characters without a break took a
 * minute. Nearly all texts have no such run and stay whole.
 */
export function splitLongRuns(text: string): readonly string[] {
  if (!longWord.test(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(createPattern())) {
    const end = index + run.length;
    for (let at = index + maxRunLength; at < end; at += maxRunLength) {
      if (isLowSurrogate(text.charCodeAt(at))) at -= 1;
      parts.push(text.slice(start, at));
      start = at;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
