import { decodeBase64, decodeHex } from "../../values/decode-bytes.ts";
import { printEcho, printFormat } from "./print-words.ts";
import { translateCharacters } from "./translate-characters.ts";

/**
 * Returns the output of a command if it is certain: of `echo`, `printf` and `cat` with literal text, and of decoders
 * with known input. Undefined for every other command.
 *
 * @param input the text on standard input, if it is certain.
 */
export function printedTextOf(program: string, words: readonly string[], input: string | undefined): string | undefined {
  switch (program) {
    case "echo":
      return printEcho(words);
    case "printf":
      return printFormat(words[0] === "--" ? words.slice(1) : words);
    case "cat":
    case "tee":
      return program === "tee" || words.every((word) => word === "-" || word.startsWith("-")) ? input : undefined;
    case "base64":
    case "gbase64":
      return hasFlag(words, ["-d", "-D", "--decode", "-di", "-id"]) ? decodeBase64(input) : undefined;
    case "openssl":
      return words.includes("-d") && words.some((word) => /^-?(?:base64|a)$/.test(word)) ? decodeBase64(input) : undefined;
    case "xxd":
      return words.some((word) => /^-\w*r/.test(word)) ? decodeHex(input) : undefined;
    case "rev":
      return input
        ?.split("\n")
        .map((line) => [...line].toReversed().join(""))
        .join("\n");
    case "tr":
      return translateCharacters(input, words);
    default:
      return undefined;
  }
}

function hasFlag(words: readonly string[], flags: readonly string[]): boolean {
  return words.some((word) => flags.includes(word));
}
